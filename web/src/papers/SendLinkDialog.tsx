import { sendDocuments } from '@honbu/contract/papers.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { MultiSelectField } from '../ui/form/choices.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { MemberDocument, Signer } from './document-words.ts'

const Fields = z.object({
  clubId: z.int(),
  documentIds: z.array(z.int()).check(z.minLength(1, { error: 'Choose at least one' })),
  personId: z.int(),
})

interface Props {
  memberId: number
  /** Those that are open. */
  documents: readonly MemberDocument[]
  signers: readonly Signer[]
  onClose: () => void
}

/** A link by e-mail to read and sign without an account. One mail is of one club. */
export function SendLinkDialog({ memberId, documents, signers, onClose }: Props) {
  const send = useWrite(sendDocuments)
  const clubs = [...new Map(documents.map(({ clubId, clubName }) => [clubId, clubName]))]
  const first = clubs[0]?.[0] ?? 0
  const openIn = (clubId: number) => documents.filter(document => document.clubId === clubId)
  const form = useForm({
    schema: Fields,
    values: {
      clubId: first,
      documentIds: openIn(first).map(({ documentId }) => documentId),
      personId: (signers.find(({ email }) => email) ?? signers[0])?.personId ?? 0,
    },
    save: values => send.mutateAsync({ id: memberId, ...values }),
    saved: ({ email }) => {
      showToast({ message: `The link is on its way to ${email}.` })
      onClose()
    },
  })
  const clubId = form.watch('clubId')
  return (
    <Dialog title="Send a link to sign" isOpen onClose={onClose}>
      <Form form={form} submit="Send link" cancel={onClose} isInDialog>
        {clubs.length > 1 && (
          <SelectField
            {...form.field('clubId')}
            label="Club"
            options={clubs.map(([value, text]) => ({ value, text }))}
          />
        )}
        <MultiSelectField
          {...form.field('documentIds')}
          label="Documents"
          options={openIn(clubId).map(({ documentId, title }) => ({ value: documentId, text: title }))}
        />
        <SelectField
          {...form.field('personId')}
          label="To"
          hint="The link can be used once, within 14 days, and ends the one before. A copy of what is signed follows."
          options={signers.map(({ personId, name, relationship, email }) => ({
            value: personId,
            text: `${relationship ? `${name} (${relationship})` : name}: ${email ?? 'no e-mail address'}`,
            disabled: !email,
          }))}
        />
      </Form>
    </Dialog>
  )
}
