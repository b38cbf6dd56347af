import * as z from 'zod/mini'
import { date, finishTime, timeOfDay } from './calendar.ts'
import { get, id, idText, post } from './endpoint.ts'
import { admin, club, klass, member } from './guards.ts'
import { isWebAddress } from './web-address.ts'
import { written, writtenLines } from './written.ts'

/** Of a field of the form: left out, or asked for. */
export const fieldUses = ['off', 'optional', 'required'] as const

const webAddress = written(500).check(
  z.refine(text => text === '' || isWebAddress(text), {
    error: 'A web address that begins with https://',
  }),
)

const formFields = {
  /** The part of the public addresses that names the club: read and typed by people. */
  key: written(60).check(
    z.minLength(3, { error: 'At least 3 characters' }),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'Small letters, digits and single hyphens only' }),
  ),
  isOn: z.boolean(),
  hasTimetable: z.boolean(),
  offersTrials: z.boolean(),
  /** Days ahead for which a trial can be booked. */
  trialDays: z
    .int({ error: 'A whole number of days' })
    .check(z.gte(1, { error: 'At least 1' }), z.lte(60, { error: 'At most 60' })),
  phone: z.enum(fieldUses),
  asksSource: z.boolean(),
  asksMessage: z.boolean(),
  intro: writtenLines(2000),
  thanks: writtenLines(2000),
  privacyUrl: webAddress,
}

/** What an admin sets of a club's public form and timetable. */
export const EnquiryFormFields = z.object(formFields)

export const getEnquiryForm = get('/api/club/GetEnquiryForm/:id', {
  summary:
    "A club's public form for enquiries and trials, and its public timetable: how they are set, their addresses, and the " +
    'classes that can be tried. A club that has never saved it has both off, with a key made from its name.',
  access: club('id'),
  output: z.object({
    clubId: id,
    clubName: z.string(),
    isAdmin: z.boolean(),
    version: z.int(),
    ...formFields,
    /** Relative to the product's own address. */
    enquireAddress: z.string(),
    timetableAddress: z.string(),
    embedAddress: z.string(),
    /** The classes that can be booked on the web, with how many of their next days have a place for somebody new. */
    classes: z.array(z.object({ classId: id, className: z.string(), days: z.int(), daysWithPlaces: z.int() })),
    /** Of the last 30 days. */
    enquiries: z.int(),
    trials: z.int(),
  }),
})

export const getDetailsLink = get('/api/member/GetDetailsLink/:id', {
  summary:
    'The link by which a walk-in, or their parent, adds name, birthday, contact and consents without logging in. It works ' +
    'for 30 days and once. `isGiven`: a birthday or contact is known, so the link only says thank you.',
  access: member('id'),
  output: z.object({
    /** Relative to the product's own address. */
    address: z.string(),
    /** ISO 8601, UTC. */
    expiresAt: z.string(),
    isGiven: z.boolean(),
  }),
})

export const getTrialSessions = get('/api/member/GetTrialSessions/:id', {
  summary:
    'The next sessions of a club that a member could try: open to prospects, of their age where it is known, with a place. ' +
    'Eight of the next three weeks at most.',
  access: [member('id'), club('clubId')],
  input: { clubId: idText },
  output: z.object({
    sessions: z.array(
      z.object({
        classId: id,
        className: z.string(),
        classDate: date,
        startTime: timeOfDay,
        finishTime,
        /** Places for a newcomer; null: no limit. */
        free: z.nullable(z.int()),
        /** Pounds; null: nothing. */
        trialPrice: z.nullable(z.number()),
      }),
    ),
  }),
})

export const answerEnquiry = post('/api/member/AnswerEnquiry/:id', {
  summary:
    'Answers an enquiry: sends a message to the member or the guardian of a minor, books a session where one is given, and ' +
    'completes the open tasks of the enquiry at that club. All of it or nothing. The answer is kept as a note.',
  access: [member('id'), club('clubId'), klass('classId')],
  input: {
    clubId: id,
    message: writtenLines(10_000).check(z.minLength(1, { error: 'Write an answer' })),
    by: z.enum(['email', 'sms']),
    evenWithoutConsent: z._default(z.boolean(), false),
    /** Both or neither. */
    classId: z._default(z.nullable(id), null),
    bookingDate: z._default(z.nullable(date), null),
  },
  output: z.object({ bookingId: z.nullable(id), tasksCompleted: z.int() }),
})

export const saveEnquiryForm = post('/api/club/SaveEnquiryForm/:id', {
  summary:
    "Sets a club's public form and timetable. With another key the old addresses end: what is pasted into websites has to " +
    'be pasted anew.',
  access: admin(club('id')),
  input: { version: z.optional(z.int()), ...formFields },
  output: z.object({ version: z.int(), key: z.string() }),
})
