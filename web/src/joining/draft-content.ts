import * as z from 'zod/mini'
import {
  type Joining,
  newContact,
  newJoining,
  newPerson,
  newStart,
  newTerms,
  type Place,
  steps,
  waysToJoin,
} from './wizard.ts'

/** A draft may have been kept by an older version of this screen: what does not fit any more is not read. */

const text = z.string()
const textOrNone = z.nullable(text)
const idOrNone = z.nullable(z.int())
const address = z.object({ line: textOrNone, town: textOrNone, postcode: textOrNone })

const common = {
  firstName: text,
  lastName: text,
  gender: z.nullable(text),
  dob: textOrNone,
  ...{ email: textOrNone, phoneMob: textOrNone, phoneDay: textOrNone, phoneEve: textOrNone },
  address,
}

const Note = z.object({ noteCategoryId: z.int(), subject: text, note: text, isPinned: z.boolean() })
const Named = z.object({ memberId: z.int(), name: text })

const Content = z.object({
  at: z.object({ step: z.enum(steps), who: z.int() }),
  joiners: z
    .array(
      z.object({
        person: z.partial(z.object(common)),
        membership: z.object({
          joinsAs: z.enum(waysToJoin),
          ...{ categoryId: idOrNone, trainingPlanId: idOrNone, subFrequencyId: idOrNone },
          ...{ paymentMethodId: idOrNone, marketingSourceId: idOrNone },
          ...{ memberSince: textOrNone, memberUntil: textOrNone, nextRenewal: textOrNone },
          ...{ nextPayment: textOrNone, trialStart: textOrNone, trialPlanId: z._default(idOrNone, null) },
          exceptionReason: z._default(text, ''),
        }),
        start: z.object({
          ...{ classId: idOrNone, bookingDate: textOrNone, evenIfFull: z.boolean(), gradeId: idOrNone },
          ...{ notes: z.array(Note), communicationFlags: z.int() },
        }),
        done: z.array(z.enum(['who', 'membership', 'start'])),
        notThese: z.array(z.int()),
      }),
    )
    .check(z.minLength(1)),
  contact: z.nullable(
    z.object({
      personId: idOrNone,
      ...common,
      ...{ relationship: text, isGuardian: z.boolean(), isEmergency: z.boolean() },
    }),
  ),
  known: z.nullable(z.object({ name: text, children: z.array(Named) })),
  isContactDone: z.boolean(),
  linked: z.array(Named),
  consentHow: z.enum(['paper', 'screen', 'inPerson', 'phone', 'email']),
})

export const contentOf = (joining: Joining, at: Place): Record<string, unknown> => ({ ...joining, at })

/** Null: nothing that can be gone on with. */
export function readContent(content: Record<string, unknown>): { joining: Joining; at: Place } | null {
  const { success, data } = Content.safeParse(content)
  if (!success) return null
  const { at, joiners, contact, ...rest } = data
  const joining: Joining = {
    ...newJoining(),
    ...rest,
    contact: contact && newContact(contact),
    joiners: joiners.map(({ person, membership, start, ...each }) => ({
      ...each,
      person: { ...newPerson(), ...defined(person) },
      membership: newTerms(membership),
      start: newStart(start),
    })),
  }
  return { joining, at }
}

const defined = <Value extends object>(values: Value) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Value]: Exclude<Value[Name], undefined>
  }
