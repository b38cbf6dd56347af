import { PersonFields, savePerson } from '@honbu/contract/people.ts'
import { useWrite } from '../app/api.ts'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { memberAddress } from '../members/member-address.ts'
import { Form } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import { AddressSection, ReachSection, WhoSection } from './PersonSections.tsx'
import { inWords, nameOf } from './person-name.ts'
import { type PersonRecord, valuesOf } from './person-values.ts'
import { SharedNote } from './SharedNote.tsx'

interface Props {
  memberId: number
  person: PersonRecord
}

/** Name, birthday, how to reach, address: one form, saved over the version it was read with. */
export function PersonForm({ memberId, person }: Props) {
  const save = useWrite(savePerson)
  const form = useForm({
    schema: PersonFields,
    values: valuesOf(person),
    version: person.version,
    save: (values, version) => save.mutateAsync({ personId: person.personId, version, ...values }),
    saved: (_result, values) => {
      // As it is kept: without spaces around it, the postcode in its form.
      form.reset(values)
      showToast({ message: `${nameOf(values)} is saved.` })
    },
    fromRecord: (record: PersonRecord) => valuesOf(record),
  })
  const { contactOf } = person
  return (
    <Form form={form} submit="Save person" hasDraft cancel={memberAddress(memberId)}>
      <KeepDraft of={form} form="person" record={person.personId} memberId={memberId} />
      {contactOf.length > 0 && (
        <SharedNote>
          {nameOf(person)} is also a contact of {inWords(contactOf.map(({ name }) => name))}. What you change here shows
          there too.
        </SharedNote>
      )}
      <WhoSection form={form} none="-" today={person.today} />
      <ReachSection form={form} />
      <AddressSection form={form} />
    </Form>
  )
}
