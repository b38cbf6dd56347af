import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { optionalEmail } from './club-fields.ts'
import { get, id, idOrNew, post } from './endpoint.ts'
import { member, person } from './guards.ts'
import { photoAddress } from './photo-address.ts'
import { postcode } from './postcode.ts'
import { written, writtenOrNull } from './written.ts'

/** Characters as a person counts them and the database does: an emoji is one, whatever it takes in UTF-16. */
const atMost = (most: number) =>
  z.refine<string>(text => [...text].length <= most, { error: `At most ${most} characters` })

/** In any script, with apostrophes, emoji and whatever else people are called. */
const name = written(800).check(atMost(200))

/** Kept as typed: what rings it is `telLink`. */
const phone = z.pipe(
  writtenOrNull(60),
  z.nullable(z.string().check(z.regex(/\d\D*\d\D*\d/, 'A phone number, with whatever you need to remember'))),
)

/** Those that are offered; any other word is as good. */
export const genders = ['Female', 'Male', 'Non-binary'] as const

const genderText = written(80).check(atMost(20))
/** Without a value it is '-' for a person and '' for a contact (specification, section 5). */
const genderOr = (none: '-' | '') =>
  z.pipe(
    z.nullable(genderText),
    z.transform(text => (text === null || text === '' || text === '-' ? none : text)),
  )

/** Someone born earlier is a slip of the pen. */
const born = z.nullable(date.check(z.refine(day => day > '1880-01-01', { error: 'The year cannot be right' })))

/** What is the same of everybody: the member himself, and his contacts. */
const commonFields = {
  firstName: name.check(z.minLength(1, { error: 'Give a first name' })),
  lastName: name,
  dob: born,
  email: optionalEmail,
  phoneMob: phone,
  phoneDay: phone,
  phoneEve: phone,
  address: z.object({ line: writtenOrNull(200), town: writtenOrNull(100), postcode }),
}

export const personFields = { ...commonFields, gender: genderOr('-') }

/** What a person edits of a member as a person. */
export const PersonFields = z.object(personFields)

const address = z.object({
  line: z.nullable(z.string()),
  town: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
})

const commonRecord = {
  firstName: z.string(),
  lastName: z.string(),
  gender: z.string(),
  dob: z.nullable(date),
  email: z.nullable(z.string()),
  phoneMob: z.nullable(z.string()),
  phoneDay: z.nullable(z.string()),
  phoneEve: z.nullable(z.string()),
  address,
  photoUrl: z.nullable(photoAddress),
}

/** A member as somebody names him elsewhere. */
const NamedMember = z.object({ memberId: id, name: z.string() })

export const Person = z.object({
  personId: id,
  version: z.int(),
  ...commonRecord,
  /** Null for a person who is a contact only. */
  memberId: z.nullable(id),
  code: z.nullable(z.string()),
  /** Today in the member's club. */
  today: date,
  /** Whose contact he is: what is changed here shows there too. */
  contactOf: z.array(NamedMember),
})

export const getPerson = get('/api/member/GetPerson/:id', {
  summary: 'A member as a person, with everything that can be edited.',
  access: member('id'),
  output: Person,
})

export const savePerson = post('/api/member/SavePerson/:personId', {
  summary:
    'Saves a person: a member, or the contact of one. Left out, beside gender and dob: as it was. Someone under 18 without ' +
    'a guardian is not made of a member (409 under `dob`).',
  access: person('personId'),
  input: {
    version: z.optional(z.int()),
    ...z.partial(PersonFields, {
      ...{
        firstName: true,
        lastName: true,
        email: true,
        phoneMob: true,
        phoneDay: true,
        phoneEve: true,
        address: true,
      },
    }).shape,
  },
  output: z.object({ personId: id, version: z.int() }),
})

/** A PNG, JPEG or WebP in base64, at most 700 KB of it. */
const image = z.string().check(z.maxLength(960_000, { error: 'The picture should have at most 700 KB.' }))

export const savePhoto = post('/api/member/SavePhoto/:id', {
  summary:
    "Stores a member's photo, cut to a square of 512 × 512 and written anew: nothing of the file itself is kept.",
  access: member('id'),
  input: { image },
  output: z.object({ photoUrl: photoAddress }),
})

export const removePhoto = post('/api/member/RemovePhoto/:id', {
  summary: "Takes a member's photo away.",
  access: member('id'),
  output: z.object({ memberId: id }),
})

/** Offered for a contact; any other word is as good. */
export const contactRelationships = [
  'Mother',
  'Father',
  'Parent',
  'Guardian',
  'Grandmother',
  'Grandfather',
  'Partner',
  'Sister',
  'Brother',
  'Friend',
  'Carer',
] as const

const linkFields = {
  relationship: written(60),
  isGuardian: z.boolean(),
  /** Who is called when something happens. */
  isEmergency: z.boolean(),
}

export const contactFields = { ...commonFields, gender: genderOr(''), ...linkFields }

/** What a person edits of a contact. */
export const ContactFields = z.object(contactFields)

export const Contact = z.object({
  personId: id,
  /** Of the person: whoever saves him, from here or from another member, makes the next. */
  version: z.int(),
  ...commonRecord,
  relationship: z.string(),
  isGuardian: z.boolean(),
  isEmergency: z.boolean(),
  /** 1 is who is asked first. */
  position: z.int(),
  /** He trains himself. */
  memberId: z.nullable(id),
  /** Whose contact he is as well: what is changed of the person shows there too. */
  sharedWith: z.array(NamedMember),
})

export const getContacts = get('/api/member/GetContacts/:id', {
  summary: "A member's contacts, in their order.",
  access: member('id'),
  output: z.array(Contact),
})

export const getContactOffers = get('/api/member/GetContactOffers/:id', {
  summary:
    'Who could become a contact without being typed: the contacts of linked members, of members at the same contact, and ' +
    'linked members who are grown up.',
  access: member('id'),
  output: z.array(
    z.object({
      personId: id,
      version: z.int(),
      ...commonRecord,
      relationship: z.string(),
      isGuardian: z.boolean(),
      /** Where he is known from. */
      of: z.array(NamedMember),
    }),
  ),
})

export const saveContact = post('/api/member/SaveContact/:id', {
  summary:
    'Saves a contact of a member. Without a personId he is a new person; with one he is the contact that has it, or ' +
    'becomes one, and is as before in what is left out beside gender and phones. The last guardian of someone under 18 stays one (409 under `isGuardian`).',
  access: [member('id'), person('personId')],
  input: {
    personId: idOrNew,
    version: z.optional(z.int()),
    ...z.partial(ContactFields, {
      ...{ firstName: true, lastName: true, dob: true, email: true, address: true },
      ...{ relationship: true, isGuardian: true, isEmergency: true },
    }).shape,
  },
  output: z.object({ personId: id, version: z.int() }),
})

export const deleteContact = post('/api/member/DeleteContact/:id', {
  summary:
    'Takes a contact from a member. A person whom nobody else names goes with it. Someone under 18 keeps at least one ' +
    'guardian (409).',
  access: [member('id'), person('personId')],
  inQuery: ['personId'],
  input: {
    personId: z.pipe(
      z.transform((value: unknown) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value)),
      id,
    ),
  },
  output: z.object({ personId: id }),
})

export const saveContactOrder = post('/api/member/SaveContactOrder/:id', {
  summary: "Puts all of a member's contacts in order.",
  access: [member('id'), person('personIds')],
  input: { personIds: z.array(id).check(z.maxLength(100)) },
  output: z.object({ memberId: id }),
})
