import type { Output } from '@honbu/contract/endpoint.ts'
import type { ContactFields, getContactOffers, getContacts, getPerson, PersonFields } from '@honbu/contract/people.ts'
import type * as z from 'zod/mini'

export type PersonRecord = Output<typeof getPerson>
export type ContactRecord = Output<typeof getContacts>[number]
export type ContactOffer = Output<typeof getContactOffers>[number]

type PersonValues = z.input<typeof PersonFields>
export type ContactValues = z.input<typeof ContactFields>

/** What the form of a member starts from. */
export const valuesOf = (person: Omit<PersonValues, 'address'> & Pick<PersonRecord, 'address'>): PersonValues => ({
  firstName: person.firstName,
  lastName: person.lastName,
  gender: person.gender,
  dob: person.dob,
  email: person.email,
  phoneMob: person.phoneMob,
  phoneDay: person.phoneDay,
  phoneEve: person.phoneEve,
  address: { line: person.address.line, town: person.address.town, postcode: person.address.postcode },
})

/** What the form of a contact starts from; one who is only offered is no emergency contact yet. */
export const contactValuesOf = (contact: ContactRecord | ContactOffer): ContactValues => ({
  ...valuesOf(contact),
  relationship: contact.relationship,
  isGuardian: contact.isGuardian,
  isEmergency: 'isEmergency' in contact && contact.isEmergency,
})

/** Most of those who are added are the parents of a child. */
export const newContact = (isChild: boolean): ContactValues => ({
  firstName: '',
  lastName: '',
  gender: '',
  dob: null,
  email: null,
  phoneMob: null,
  phoneDay: null,
  phoneEve: null,
  address: { line: null, town: null, postcode: null },
  relationship: '',
  isGuardian: isChild,
  isEmergency: true,
})
