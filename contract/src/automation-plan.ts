import * as z from 'zod/mini'
import { timeOfDay } from './calendar.ts'
import { id } from './endpoint.ts'
import { purposes } from './reach.ts'
import { channel, content } from './templates.ts'
import { written } from './written.ts'

/** What begins an automation, with what a person reads. `activation`: the call of the notification scheduler. */
export const triggerKinds = {
  bookingMade: 'A booking is made',
  firstClass: 'The first class is attended',
  trialEnded: 'A trial ends without joining',
  absent: 'Absent for days',
  birthday: 'Birthday',
  gradingPassed: 'A grading is passed',
  paymentFailed: 'A payment fails',
  membershipEnds: 'The membership ends in days',
  activation: 'A trial is booked and announced',
} as const satisfies Readonly<Record<string, string>>

export type TriggerKind = keyof typeof triggerKinds

const days = z.int().check(z.minimum(1), z.maximum(366))

export const Trigger = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal(['absent', 'membershipEnds']), days }),
  z.object({
    kind: z.literal([
      'bookingMade',
      'firstClass',
      'trialEnded',
      'birthday',
      'gradingPassed',
      'paymentFailed',
      'activation',
    ]),
  }),
])
export type Trigger = z.infer<typeof Trigger>

const ids = z.array(id).check(z.minLength(1), z.maxLength(50))
const age = z.int().check(z.minimum(1), z.maximum(120))

/** What must be so of the member, in the club where it happened. */
export const AutomationCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), statusIds: ids }),
  z.object({ kind: z.literal('category'), categoryIds: ids }),
  z.object({ kind: z.literal('tag'), tagId: id, has: z.boolean() }),
  z.object({ kind: z.literal('ageUnder'), age }),
  z.object({ kind: z.literal('ageFrom'), age }),
  /** For a day still to come, today included. */
  z.object({ kind: z.literal('booking'), has: z.boolean() }),
  /** Since it began. */
  z.object({ kind: z.literal('attendedSince'), has: z.boolean() }),
  /** At the class that was booked; nothing else than a mark of absence counts as that. */
  z.object({ kind: z.literal('notMarkedAbsent') }),
])
export type AutomationCondition = z.infer<typeof AutomationCondition>

const conditions = z.array(AutomationCondition).check(z.maxLength(20))

/** What is done, one after the other. */
export const AutomationStep = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('waitFor'),
    days: z.int().check(z.minimum(0), z.maximum(366)),
    hours: z.int().check(z.minimum(0), z.maximum(23)),
  }),
  /** The next time that the club's clock shows it; the same moment counts. */
  z.object({ kind: z.literal('waitUntil'), time: timeOfDay }),
  /** Days after the class that was booked (before it: negative), at a time of the club or, null, that of the class. */
  z.object({
    kind: z.literal('waitForClass'),
    days: z.int().check(z.minimum(-60), z.maximum(60)),
    time: z.nullable(timeOfDay),
  }),
  z.object({ kind: z.literal('condition'), condition: AutomationCondition }),
  z.object({
    kind: z.literal('message'),
    channel,
    /** A service message needs no consent; a marketing one is not sent without. */
    purpose: z.enum(purposes),
    /** The template that says it, as it stands when the message is sent; null: it says what stands here. */
    templateId: z.nullable(id),
    /** Of an e-mail without a template. */
    subject: written(200),
    /** Of an e-mail: HTML of the editor; of a text message: its text. Both with merge fields, in Liquid. */
    body: content(200_000),
    /** Of an e-mail without a template. */
    layoutId: z.nullable(id),
  }),
  z.object({
    kind: z.literal('task'),
    subject: written(300).check(z.minLength(1, { error: 'Say what is to be done' })),
    dueInDays: z.int().check(z.minimum(0), z.maximum(366)),
    /** One of the two, or neither: anybody of the club. */
    accountId: z.nullable(id),
    roleId: z.nullable(id),
  }),
  z.object({ kind: z.literal('tag'), tagId: id, add: z.boolean() }),
])
export type AutomationStep = z.infer<typeof AutomationStep>

/** The conditions hold when it begins and before every step; when one does not any more, it stops. */
export const AutomationPlan = z.object({
  conditions,
  steps: z.array(AutomationStep).check(z.minLength(1, { error: 'Add a step' }), z.maxLength(30)),
})
export type AutomationPlan = z.infer<typeof AutomationPlan>
