import {
  CertificateFields,
  certificateKinds,
  deleteCertificate,
  type getCertificates,
  saveCertificate,
} from '@honbu/contract/certificates.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Select } from '../ui/Select.tsx'
import { showToast } from '../ui/toasts.ts'
import { CertificateSection, newCertificate } from './CertificateSection.tsx'

type Certificate = Output<typeof getCertificates>[number]

interface Props {
  memberId: number
  /** Those of the caller; a new one is kept by one of them. */
  clubs: readonly { readonly clubId: number; readonly clubName: string }[]
  certificate: Certificate | undefined
  onClose: () => void
}

const valuesOf = ({ kind, number, issuer, issuedOn, expiresOn, note }: Certificate) => ({
  kind,
  number,
  issuer,
  issuedOn,
  expiresOn,
  note,
})

export function CertificateDialog({ memberId, clubs, certificate, onClose }: Props) {
  const save = useWrite(saveCertificate)
  const remove = useWrite(deleteCertificate)
  const [clubId, setClubId] = useState(certificate?.clubId ?? clubs[0]?.clubId ?? 0)
  const memberCertificateId = certificate?.memberCertificateId ?? 0
  const form = useForm({
    schema: CertificateFields,
    values: certificate ? valuesOf(certificate) : { kind: 'licence' as const, ...newCertificate },
    version: certificate?.version,
    save: (values, version) =>
      save.mutateAsync({ id: memberId, clubId, memberCertificateId, ...(certificate && { version }), ...values }),
    saved: (_result, { kind }) => {
      showToast({ message: `${certificateKinds[kind]} saved.` })
      onClose()
    },
    fromRecord: valuesOf,
  })
  const name = certificate ? `${certificateKinds[certificate.kind]} ${certificate.number}`.trim() : ''
  return (
    <Dialog title={certificate ? `Edit ${name}` : 'Add a certificate'} isOpen isWide onClose={onClose}>
      {!certificate && clubs.length > 1 && (
        <Select
          label="Kept by"
          value={String(clubId)}
          options={clubs.map(club => ({ value: String(club.clubId), text: club.clubName }))}
          onChoose={chosen => setClubId(Number(chosen))}
        />
      )}
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
              remove={() => remove.mutateAsync({ id: memberCertificateId })}
              removed={onClose}
            />
          )
        }
      >
        <CertificateSection form={form} kinds={certificateKinds} />
      </Form>
    </Dialog>
  )
}
