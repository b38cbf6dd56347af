import { deleteLink, linkRelationships, MemberLinkFields, saveMemberLink } from '@honbu/contract/member-links.ts'
import { useWrite } from '../app/api.ts'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { ToLink } from './link-values.ts'
import { nameOf } from './person-name.ts'
import { WordField } from './WordField.tsx'

interface Props {
  memberId: number
  memberName: string
  today: string
  link: ToLink
  onClose: () => void
}

const words = linkRelationships.map(([word]) => word)

/** What the other one is, and since when the two are linked. */
export function LinkDialog({ memberId, memberName, today, link, onClose }: Props) {
  const save = useWrite(saveMemberLink)
  const remove = useWrite(deleteLink)
  const { memberLinkId } = link
  const name = nameOf(link)
  const form = useForm({
    schema: MemberLinkFields,
    values: { relationship: link.relationship, linkedSince: link.linkedSince ?? today },
    version: link.version,
    save: (values, version) =>
      save.mutateAsync({
        id: memberId,
        memberLinkId,
        linkedMemberId: link.memberId,
        ...(memberLinkId !== null && { version }),
        ...values,
      }),
    saved: () => {
      showToast({ message: `${name} and ${memberName} are linked.` })
      onClose()
    },
    fromRecord: ({ relationship, linkedSince }: { relationship: string; linkedSince: string }) => ({
      relationship,
      linkedSince,
    }),
  })
  return (
    <Dialog title={memberLinkId === null ? `Link ${name}` : `Link with ${name}`} isOpen onClose={onClose}>
      <Form
        form={form}
        submit="Save link"
        cancel={onClose}
        isInDialog
        aside={
          memberLinkId !== null && (
            <DeleteButton
              what="link"
              name={`the link with ${name}`}
              text="It goes from both sides. Contacts stay as they are."
              remove={() => remove.mutateAsync({ id: memberLinkId })}
              removed={onClose}
            />
          )
        }
      >
        <FormSection title="Link" hint={`What ${name} is to ${memberName}; from there it reads the other way round.`}>
          <WordField {...form.field('relationship')} label="Relationship" words={words} required />
          <DateField {...form.field('linkedSince')} label="Linked since" today={today} required />
        </FormSection>
      </Form>
    </Dialog>
  )
}
