import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { id } from './endpoint.ts'
import { noteCategoryId } from './note-category.ts'
import { contactFields, personFields } from './people.ts'
import { written, writtenLines } from './written.ts'

/** What somebody fills in to make a member, step by step; joining.ts sends it. */

const orNone = <Type extends z.ZodMiniType>(type: Type) => z._default(z.nullable(type), null)

export const membershipFields = {
  categoryId: orNone(id),
  /** With a plan the membership is active, from `memberSince` on; that is today when it is left out. */
  trainingPlanId: orNone(id),
  /** How often the plan is paid: one of those that it has a price for. */
  subFrequencyId: orNone(z.int()),
  paymentMethodId: orNone(z.int()),
  marketingSourceId: orNone(z.int()),
  memberSince: orNone(date),
  memberUntil: orNone(date),
  nextRenewal: orNone(date),
  /** Left out with a plan that costs something: the day on which it begins. */
  nextPayment: orNone(date),
  /** Without a plan it makes a prospect; without either somebody has only asked. */
  trialStart: orNone(date),
  /** The plan that is tried: it says how long the trial is. */
  trialPlanId: orNone(id),
  /** Why the plan is given to somebody whom it is not for; taken from an administrator of the club alone. */
  exceptionReason: z._default(writtenLines(500), ''),
}

interface Terms {
  trainingPlanId: number | null
  subFrequencyId: number | null
  memberSince: string | null
  memberUntil: string | null
}

/** What can be told of a membership by itself: the name of the field, and what is wrong. */
function* problemsOf({ trainingPlanId, subFrequencyId, memberSince, memberUntil }: Terms) {
  if (trainingPlanId !== null && subFrequencyId === null)
    yield ['subFrequencyId', 'Choose how often it is paid'] as const
  if (trainingPlanId === null && subFrequencyId !== null) yield ['trainingPlanId', 'Choose the plan too'] as const
  if (memberSince !== null && memberUntil !== null && memberUntil < memberSince)
    yield ['memberUntil', 'Should not be before it begins'] as const
}

/** The same as a rule of a form that has these fields. */
export function termsRule(context: z.core.ParsePayload<Terms>): void {
  for (const [field, message] of problemsOf(context.value))
    context.issues.push({ code: 'custom', input: context.value, path: [field], message })
}

/** The membership of whoever comes along: of the same club. */
export const MembershipFields = z.object(membershipFields).check(termsRule)

export const FirstMembership = z.object({ clubId: id, ...membershipFields }).check(termsRule)

const JoiningNote = z.object({
  noteCategoryId: z._default(noteCategoryId, 1301),
  subject: written(200).check(z.minLength(1, { error: 'Give it a subject' })),
  note: z._default(writtenLines(10_000), ''),
  isPinned: z._default(z.boolean(), false),
})

const classFields = {
  /** Enrols in the class, from the day of joining on; with `bookingDate` books a place on that day instead. */
  classId: orNone(id),
  bookingDate: orNone(date),
  /** Enrols in a class that has no place, or no place for a prospect. */
  evenIfFull: z._default(z.boolean(), false),
  /** What has been reached before: the discipline is studied from the day of joining on. */
  gradeId: orNone(id),
  notes: z._default(z.array(JoiningNote).check(z.maxLength(20, { error: 'At most 20 notes' })), []),
  /** What has been agreed to: sms 1, email 2, app 4, photo 8, other 16. */
  communicationFlags: z._default(z.int().check(z.gte(0), z.lte(31)), 0),
}

/** A booking is one of a class. */
export const ClassFields = z.object(classFields).check(context => {
  const { classId, bookingDate } = context.value
  if (bookingDate !== null && classId === null)
    context.issues.push({ code: 'custom', input: classId, path: ['classId'], message: 'Choose the class too' })
})

const duplicateFields = {
  /** Joins though there is a member who is most likely the same person. */
  evenIfDuplicate: z._default(z.boolean(), false),
}

const nowhere = { line: null, town: null, postcode: null }

/** A first name is enough. */
const JoinerPerson = z.object({
  ...personFields,
  lastName: z._default(personFields.lastName, ''),
  address: z._default(personFields.address, nowhere),
})

/** Who joins, beside the membership. */
export const joinerFields = { person: JoinerPerson, ...classFields, ...duplicateFields }

/** A brother or sister who joins together with the first. */
export const Sibling = z.object({
  ...joinerFields,
  membership: z._default(MembershipFields, MembershipFields.parse({})),
})

const { firstName, lastName, gender, dob, email, phoneMob, phoneDay, phoneEve, address, ...linkFields } = contactFields
/**
 * A parent, or another contact. With a `personId` somebody who is known already, as a member or as the contact of one, and
 * who stays as he is: only how he belongs to the new member is taken then.
 */
export const SecondContact = z
  .object({
    personId: orNone(id),
    firstName: z._default(written(800), ''),
    lastName: z._default(lastName, ''),
    gender: z._default(gender, ''),
    dob: z._default(dob, null),
    email: z._default(email, null),
    phoneMob: z._default(phoneMob, null),
    phoneDay: z._default(phoneDay, null),
    phoneEve: z._default(phoneEve, null),
    address: z._default(address, nowhere),
    relationship: z._default(linkFields.relationship, ''),
    isGuardian: z._default(linkFields.isGuardian, false),
    isEmergency: z._default(linkFields.isEmergency, true),
  })
  .check(context => {
    const { personId, firstName: given } = context.value
    if (personId !== null) return
    for (const issue of firstName.safeParse(given).error?.issues ?? [])
      context.issues.push({ code: 'custom', input: given, path: ['firstName'], message: issue.message })
  })
