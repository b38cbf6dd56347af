import { date } from '@honbu/contract/calendar.ts'
import { signDocument } from '@honbu/contract/papers.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { MemberDocument, Signer } from './document-words.ts'

const Fields = z.object({
  personId: z.int(),
  signerName: z.string().check(z.trim(), z.minLength(1, { error: 'The name that stands there' })),
  signedOn: date,
  answer: z.enum(['signed', 'declined']),
})

interface Props {
  memberId: number
  today: string
  document: MemberDocument
  signers: readonly Signer[]
  onClose: () => void
}

/** Writes down what stands on a sheet of paper. */
export function PaperDialog({ memberId, today, document, signers, onClose }: Props) {
  const sign = useWrite(signDocument)
  const { clubId, documentVersionId, title, number } = document
  const form = useForm({
    schema: Fields,
    values: {
      personId: signers[0]?.personId ?? 0,
      signerName: signers[0]?.name ?? '',
      signedOn: today,
      answer: 'signed' as const,
    },
    save: values => sign.mutateAsync({ id: memberId, clubId, documentVersionId, how: 'paper', ...values }),
    saved: () => {
      showToast({ message: `${title} is written down.` })
      onClose()
    },
  })
  return (
    <Dialog title={`${title}: signed on paper`} isOpen onClose={onClose}>
      <Form form={form} submit="Save" cancel={onClose} isInDialog>
        <SelectField
          {...form.field('personId')}
          label="Signed by"
          hint={`The paper has to hold the text of version ${number}.`}
          options={signers.map(({ personId, name, relationship }) => ({
            value: personId,
            text: relationship ? `${name} (${relationship})` : name,
          }))}
        />
        <TextField {...form.field('signerName')} label="Name as it stands there" required />
        <DateField {...form.field('signedOn')} label="Signed on" today={today} required />
        <SelectField
          {...form.field('answer')}
          label="Answer"
          options={[
            { value: 'signed', text: 'Agreed and signed' },
            { value: 'declined', text: 'Not agreed' },
          ]}
        />
      </Form>
    </Dialog>
  )
}
