import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, id, post } from './endpoint.ts'
import { club, member, person } from './guards.ts'
import { communication } from './ids.ts'
import { writtenLines } from './written.ts'

/** The communication flags, each with its name and what is usually asked; `{club}` stands for the club's name. */
export const consentKinds = [
  { flag: communication.sms, name: 'SMS', wording: '{club} may send news and offers by text message.' },
  { flag: communication.email, name: 'E-mail', wording: '{club} may send news and offers by e-mail.' },
  { flag: communication.app, name: 'App', wording: '{club} may send news and offers in its app.' },
  {
    flag: communication.photo,
    name: 'Photos',
    wording:
      '{club} may take photos and film of training and events, and show them on its website and in social media.',
  },
  {
    flag: communication.other,
    name: 'Other',
    wording: '{club} may pass on news and offers in other ways, such as post or a phone call.',
  },
] as const

/** What is asked, with the club's name in it, whatever signs the name has. */
export const consentWording = (wording: string, clubName: string) => wording.replace('{club}', () => clubName)

/** How consent was given or withdrawn. The last three are written by the system. */
export const consentMethods = ['paper', 'screen', 'inPerson', 'phone', 'email', 'import', 'link', 'unknown'] as const
export type ConsentMethod = (typeof consentMethods)[number]

export const consentMethodNames: Readonly<Record<ConsentMethod, string>> = {
  paper: 'Paper form',
  screen: 'On screen',
  inPerson: 'In person',
  phone: 'By phone',
  email: 'By e-mail',
  import: 'Import',
  link: 'Link in a message',
  unknown: 'Not known',
}

const flag = z
  .int()
  .check(
    z.refine(value => Object.values<number>(communication).includes(value), { error: 'Should be 1, 2, 4, 8 or 16.' }),
  )

export const ConsentEntry = z.object({
  consentId: id,
  personId: id,
  personName: z.string(),
  clubId: id,
  clubName: z.string(),
  flag: z.int(),
  isGiven: z.boolean(),
  /** The day on which it was given or withdrawn; null when nobody knows. */
  givenOn: z.nullable(date),
  how: z.enum(consentMethods),
  /** The text that was shown. */
  wording: z.string(),
  /** Full name of who gave it: a guardian for a child. Empty when it is not known. */
  givenBy: z.string(),
  /** Full name of who wrote it down; empty for the system. */
  recordedBy: z.string(),
  /** ISO 8601, UTC. */
  recordedAt: z.string(),
  /** It is what stands: none of the same person, club and flag came after it. */
  isCurrent: z.boolean(),
})

export const getConsents = get('/api/member/GetConsents/:id', {
  summary:
    "What a member and his contacts have agreed to at the caller's clubs, with its whole history, the latest first.",
  access: member('id'),
  output: z.object({
    today: date,
    /** The member's clubs among the caller's. */
    clubs: z.array(z.object({ clubId: id, clubName: z.string() })),
    /** The member first, then his contacts in their order. */
    people: z.array(
      z.object({
        personId: id,
        name: z.string(),
        /** 'Mother'; empty for the member. */
        relationship: z.string(),
        isMember: z.boolean(),
        isGuardian: z.boolean(),
        isUnder18: z.boolean(),
      }),
    ),
    /** The communication flags as they follow from the entries; a person and club without any entry is left out. */
    flags: z.array(z.object({ personId: id, clubId: id, communicationFlags: z.int() })),
    entries: z.array(ConsentEntry),
  }),
})

/** What a person writes down of a consent. */
export const consentFields = {
  choices: z.array(z.object({ flag, isGiven: z.boolean() })).check(
    z.minLength(1, { error: 'Choose at least one' }),
    z.maxLength(5),
    z.refine(choices => new Set(choices.map(choice => choice.flag)).size === choices.length, {
      error: 'One of them is there twice',
    }),
  ),
  givenOn: date,
  how: z.enum(['paper', 'screen', 'inPerson', 'phone', 'email', 'import']),
  wording: writtenLines(4000),
  /** Who gave or withdrew it; left out: the person himself. For a child it is a guardian. */
  givenByPersonId: z.optional(z.nullable(id)),
}

export const saveConsent = post('/api/member/SaveConsent/:id', {
  summary:
    'Writes down that a member, or one of his contacts, has given or withdrawn consent at a club. Entries are never ' +
    'changed; the communication flags follow from the last of each.',
  access: [member('id'), person('personId'), club('clubId'), person('givenByPersonId')],
  input: { personId: id, clubId: id, ...consentFields },
  output: z.object({ personId: id, clubId: id, communicationFlags: z.int() }),
})
