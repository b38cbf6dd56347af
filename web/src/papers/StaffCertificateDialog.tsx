import {
  deleteStaffCertificate,
  StaffCertificateFields,
  saveStaffCertificate,
  staffCertificateKinds,
} from '@honbu/contract/certificates.ts'
import { useWrite } from '../app/api.ts'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import { CertificateSection, newCertificate } from './CertificateSection.tsx'
import type { StaffCertificate, StaffUser } from './papers.ts'

interface Props {
  user: StaffUser
  certificate: StaffCertificate | undefined
  onClose: () => void
}

const valuesOf = ({ kind, number, issuer, issuedOn, expiresOn, note }: StaffCertificate) => ({
  kind,
  number,
  issuer,
  issuedOn,
  expiresOn,
  note,
})

export function StaffCertificateDialog({ user, certificate, onClose }: Props) {
  const save = useWrite(saveStaffCertificate)
  const remove = useWrite(deleteStaffCertificate)
  const staffCertificateId = certificate?.staffCertificateId ?? 0
  const form = useForm({
    schema: StaffCertificateFields,
    values: certificate ? valuesOf(certificate) : { kind: 'dbs' as const, ...newCertificate },
    version: certificate?.version,
    save: (values, version) =>
      save.mutateAsync({ id: user.clubUserId, staffCertificateId, ...(certificate && { version }), ...values }),
    saved: (_result, { kind }) => {
      showToast({ message: `${staffCertificateKinds[kind]} of ${user.name} saved.` })
      onClose()
    },
    fromRecord: valuesOf,
  })
  const name = certificate ? `${staffCertificateKinds[certificate.kind]} of ${user.name}` : ''
  return (
    <Dialog title={name || `Add a certificate of ${user.name}`} isOpen isWide onClose={onClose}>
      <Form
        form={form}
        submit="Save certificate"
        cancel={onClose}
        isInDialog
        aside={
          certificate && (
            <DeleteButton
              what="certificate"
              name={name}
              remove={() => remove.mutateAsync({ id: staffCertificateId })}
              removed={onClose}
            />
          )
        }
      >
        <CertificateSection form={form} kinds={staffCertificateKinds} />
      </Form>
    </Dialog>
  )
}
