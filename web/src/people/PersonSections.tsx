import { genders } from '@honbu/contract/people.ts'
import type { ReactNode } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { DateField } from '../ui/form/DateField.tsx'
import { FormSection } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import type { ContactValues } from './person-values.ts'
import { WordField } from './WordField.tsx'

/** What the form of a member and that of a contact have in common. */
type Values = Omit<ContactValues, 'relationship' | 'isGuardian' | 'isEmergency'>

interface PersonFormHook<V extends FieldValues> {
  // biome-ignore lint/suspicious/noExplicitAny: the types of the context and of the checked values, which a field does not see
  readonly control: Control<V, any, any>
}

/** A field that every such form has: of a type that is left open the compiler does not know its fields. */
const at = <V extends FieldValues>({ control }: PersonFormHook<V>, name: FieldPath<Values>) => ({
  name: name as FieldPath<V>,
  control,
})

interface OfForm<V extends FieldValues> {
  form: PersonFormHook<V>
}

interface WhoProps<V extends FieldValues> extends OfForm<V> {
  /** How nobody's gender is sent: '-' for a person, '' for a contact (specification, section 5). */
  none: '-' | ''
  today?: string | undefined
}

export function WhoSection<V extends FieldValues>({ form, none, today }: WhoProps<V>) {
  return (
    <FormSection title="Person">
      <TextField {...at(form, 'firstName')} label="First name" required />
      <TextField {...at(form, 'lastName')} label="Last name" hint="Empty for who has one name only." />
      <WordField {...at(form, 'gender')} label="Gender" words={genders} none={{ value: none, text: 'Not given' }} />
      <DateField {...at(form, 'dob')} label="Date of birth" today={today} />
    </FormSection>
  )
}

export function ReachSection<V extends FieldValues>({ form }: OfForm<V>) {
  return (
    <FormSection title="How to reach" hint="Phone numbers stay as you write them, with a word about when or where.">
      <TextField {...at(form, 'phoneMob')} label="Mobile" type="tel" />
      <TextField {...at(form, 'phoneDay')} label="Phone by day" type="tel" />
      <TextField {...at(form, 'phoneEve')} label="Phone in the evening" type="tel" />
      <TextField {...at(form, 'email')} label="E-mail" type="email" />
    </FormSection>
  )
}

export function AddressSection<V extends FieldValues>({ form, hint }: OfForm<V> & { hint?: ReactNode }) {
  return (
    <FormSection title="Address" hint={hint}>
      <TextField {...at(form, 'address.line')} label="Street" isWide />
      <TextField {...at(form, 'address.town')} label="Town" />
      <TextField {...at(form, 'address.postcode')} label="Postcode" maxLength={12} />
    </FormSection>
  )
}
