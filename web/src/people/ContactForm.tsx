import { ageOn } from '@honbu/contract/calendar.ts'
import { ContactFields, contactRelationships, deleteContact, saveContact } from '@honbu/contract/people.ts'
import { isRefusal, useWrite } from '../app/api.ts'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { Button } from '../ui/Button.tsx'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import { AddressSection, ReachSection, WhoSection } from './PersonSections.tsx'
import { inWords, nameOf } from './person-name.ts'
import {
  type ContactOffer,
  type ContactRecord,
  contactValuesOf,
  newContact,
  type PersonRecord,
} from './person-values.ts'
import { SharedNote } from './SharedNote.tsx'
import { WordField } from './WordField.tsx'

interface Props {
  memberId: number
  memberName: string
  /** Whose address may be the contact's too; undefined where it could not be read. */
  member: PersonRecord | undefined
  /** Who is edited, or becomes a contact; none: a person who is not known yet. */
  contact: ContactRecord | ContactOffer | undefined
  isNew: boolean
  /** Nothing else stands before it. */
  takesFocus: boolean
  onClose: () => void
}

export function ContactForm({ memberId, memberName, member, contact, isNew, takesFocus, onClose }: Props) {
  const save = useWrite(saveContact)
  const remove = useWrite(deleteContact)
  const isChild = member?.dob ? ageOn(member.dob, member.today) < 18 : false
  const personId = contact?.personId ?? null
  const form = useForm({
    schema: ContactFields,
    values: contact ? contactValuesOf(contact) : newContact(isChild),
    version: contact?.version,
    isEdit: contact !== undefined && !isNew,
    save: (values, version) =>
      save.mutateAsync({ id: memberId, personId, ...(personId !== null && { version }), ...values }),
    saved: (_result, values) => {
      showToast({ message: `${nameOf(values)} is ${isNew ? 'a contact now' : 'saved'}.` })
      onClose()
    },
    fromRecord: (record: ContactRecord) => contactValuesOf(record),
  })
  const others = othersOf(contact)
  const name = contact ? nameOf(contact) : ''

  async function removeIt() {
    const result = await remove.mutateAsync({ id: memberId, personId: personId ?? 0 })
    if (!isRefusal(result)) showToast({ message: `${name} is no contact of ${memberName} any more.` })
    return result
  }

  return (
    <Form
      form={form}
      submit={isNew ? 'Add contact' : 'Save contact'}
      cancel={onClose}
      isInDialog
      aside={
        !isNew && (
          <DeleteButton
            what="contact"
            name={name}
            text={
              others.length > 0
                ? `${name} stays a contact of ${inWords(others)}.`
                : `${name} is no longer called for ${memberName}. What was agreed to is kept.`
            }
            remove={removeIt}
            removed={onClose}
          />
        )
      }
    >
      <KeepDraft of={form} form="contact" record={personId ?? 0} memberId={memberId} />
      {others.length > 0 && (
        <SharedNote>
          {name} is one person for all of the family: also a contact of {inWords(others)}. Name, phone, e-mail and
          address change there too; relationship and the switches are for {memberName} alone.
        </SharedNote>
      )}
      {contact && 'memberId' in contact && contact.memberId !== null && (
        <SharedNote>{name} trains here too: what you change of the person shows there as well.</SharedNote>
      )}
      <FormSection title={`For ${memberName}`}>
        <WordField
          {...form.field('relationship')}
          label="Relationship"
          autoFocus={takesFocus}
          words={contactRelationships}
          none={{ value: '', text: 'Not said' }}
        />
        <SwitchField
          {...form.field('isGuardian')}
          label="Guardian"
          hint="Acts and signs for a member under 18, who keeps at least one."
        />
        <SwitchField
          {...form.field('isEmergency')}
          label="Emergency contact"
          hint="Is called when something happens."
        />
      </FormSection>
      <WhoSection form={form} none="" today={member?.today} />
      <ReachSection form={form} />
      <AddressSection
        form={form}
        hint={
          member?.address.line && (
            <Button
              variant="quiet"
              onClick={() => form.setValue('address', member.address, { shouldDirty: true, shouldValidate: true })}
            >
              Lives with {nameOf(member)}: {member.address.line}
            </Button>
          )
        }
      />
    </Form>
  )
}

/** Those for whom he is a contact beside this member. */
function othersOf(contact: Props['contact']): string[] {
  if (!contact) return []
  return ('sharedWith' in contact ? contact.sharedWith : contact.of).map(({ name }) => name)
}
