import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { ask, get, id, post } from './endpoint.ts'
import {
  bulkEdit,
  club,
  klass,
  member,
  treeCategory,
  treeDocument,
  treeNotInterestedReason,
  treePlan,
} from './guards.ts'
import { written, writtenLines } from './written.ts'

/** So many people can be changed at once. */
export const mostEdited = 1000

const reason = writtenLines(500).check(z.minLength(1, { error: 'Say why' }))
const money = z
  .number({ error: 'Should be an amount' })
  .check(z.gte(0, { error: 'Not below zero' }), z.lte(100_000, { error: 'At most £100,000' }), z.multipleOf(0.01))
const tagNames = z.array(written(60).check(z.minLength(1, { error: 'Give it a name' }))).check(z.maxLength(20))

/** Guards look at these whichever change they come with; a change takes its own. */
const guarded = {
  categoryId: z.optional(z.nullable(id)),
  trainingPlanId: z.optional(z.nullable(id)),
  reasonId: z.optional(z.nullable(id)),
  classId: z.optional(z.nullable(id)),
  documentIds: z.optional(z.array(id).check(z.maxLength(50))),
}

/** The changes that can be made to many people, with what each takes. */
export const bulkChanges = {
  status: z.object({
    ...guarded,
    kind: z.literal('status'),
    to: z.enum(['issue', 'active', 'enquiry', 'notInterested']),
    reason: z._default(writtenLines(500), ''),
    /** For `notInterested`, of the club's list. */
    reasonId: z._default(z.nullable(id), null),
  }),
  category: z.object({ ...guarded, kind: z.literal('category'), categoryId: z.nullable(id) }),
  tags: z.object({
    ...guarded,
    kind: z.literal('tags'),
    add: z._default(tagNames, []),
    remove: z._default(tagNames, []),
  }),
  plan: z.object({
    ...guarded,
    kind: z.literal('plan'),
    /** Null: each keeps the plan they have. */
    trainingPlanId: z.nullable(id),
    /** Null: each keeps their frequency, or gets the only one of the plan. */
    subFrequencyId: z.nullable(z.int()),
    /** The plan's price, the price each has, or `subPrice`. */
    price: z._default(z.enum(['plan', 'kept', 'own']), 'plan'),
    /** Pounds a period. */
    subPrice: z._default(z.nullable(money), null),
    /** Null: from today. Days that are charged already keep their price. */
    from: z._default(z.nullable(date), null),
    reason: z._default(writtenLines(200), ''),
  }),
  paymentMethod: z.object({ ...guarded, kind: z.literal('paymentMethod'), paymentMethodId: z.int() }),
  nextPayment: z.object({ ...guarded, kind: z.literal('nextPayment'), nextPayment: date }),
  class: z.object({
    ...guarded,
    kind: z.literal('class'),
    classId: id,
    isEnrolled: z.boolean(),
    /** Null: today. */
    from: z._default(z.nullable(date), null),
  }),
  freeze: z.object({
    ...guarded,
    kind: z.literal('freeze'),
    from: date,
    until: z.nullable(date),
    /** Pounds a period, in place of the price. */
    price: z._default(money, 0),
    reason,
  }),
  end: z.object({
    ...guarded,
    kind: z.literal('end'),
    /** The last day; null: today. */
    memberUntil: z.nullable(date),
    reason,
    givesBack: z._default(z.boolean(), false),
    term: z._default(z.enum(['charge', 'waive']), 'waive'),
  }),
  invite: z.object({ ...guarded, kind: z.literal('invite') }),
  document: z.object({
    ...guarded,
    kind: z.literal('document'),
    documentIds: z.array(id).check(z.minLength(1, { error: 'Choose at least one' }), z.maxLength(50)),
  }),
} as const

export type BulkKind = keyof typeof bulkChanges
export const bulkKinds = Object.keys(bulkChanges) as BulkKind[]

export const BulkChange = z.discriminatedUnion('kind', [
  bulkChanges.status,
  bulkChanges.category,
  bulkChanges.tags,
  bulkChanges.plan,
  bulkChanges.paymentMethod,
  bulkChanges.nextPayment,
  bulkChanges.class,
  bulkChanges.freeze,
  bulkChanges.end,
  bulkChanges.invite,
  bulkChanges.document,
])
export type BulkChange = z.infer<typeof BulkChange>

const access = [
  club('clubId'),
  member('members'),
  treeCategory('change.categoryId'),
  treePlan('change.trainingPlanId'),
  treeNotInterestedReason('change.reasonId'),
  klass('change.classId'),
  treeDocument('change.documentIds'),
] as const

const edit = {
  /** Their memberships in this club are changed. */
  clubId: id,
  /** The members; or, instead, all that a search of the directory finds in the club ('' finds everyone). */
  members: z.optional(z.array(id).check(z.minLength(1), z.maxLength(5000))),
  filter: z.optional(z.string().check(z.maxLength(10_000))),
  change: BulkChange,
}

const someone = z.object({ memberId: id, memberName: z.string() })

export const previewBulkEdit = ask('/api/member/PreviewBulkEdit', {
  summary:
    `What a change to the members of a club would do to each, and who is left out and why. Up to ${mostEdited} people. It ` +
    'makes the change and rolls it back, so nothing is stored or sent.',
  access,
  input: edit,
  output: z.object({
    members: z.int(),
    /** The first 200 by name. `effect` in words: 'Juniors → Adults'. */
    some: z.array(z.extend(someone, { effect: z.string() })),
    leftOut: z.array(z.object({ why: z.string(), members: z.int(), some: z.array(someone) })),
    /** People of the search or the list who have no membership in this club. */
    elsewhere: z.int(),
    /** Pounds; null where the change moves no money, and for those who may not see the club's. */
    money: z.nullable(
      z.object({
        /** The next charge of each, together. */
        before: z.number(),
        after: z.number(),
        /** Charged at once; below zero it is credited. */
        now: z.number(),
      }),
    ),
    /** It sends something, so it can't be undone. */
    isFinal: z.boolean(),
    /** Has to be sent back to apply it. */
    figures: z.string(),
  }),
})

/** A change that was made to many people. */
export const BulkEdit = z.object({
  bulkEditId: id,
  clubId: id,
  kind: z.enum(bulkKinds as [BulkKind, ...BulkKind[]]),
  state: z.enum(['waiting', 'done', 'failed', 'undoing', 'undone']),
  /** People, so far and altogether. */
  done: z.int(),
  total: z.int(),
  changed: z.int(),
  leftOut: z.int(),
  undone: z.int(),
  /** Why it was not done, or not undone. */
  failure: z.string(),
  /** People who were not undone: someone has changed them since, or money was settled. */
  kept: z.array(z.extend(someone, { why: z.string() })),
  by: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  mayUndo: z.boolean(),
})

export const applyBulkEdit = post('/api/member/ApplyBulkEdit', {
  summary:
    'Makes the change that PreviewBulkEdit has shown, with the rules and rights of the change to one person. Refused 409 ' +
    'under `figures` where it would do something else by now. Up to 50 people at once, more by a job.',
  access,
  input: { ...edit, figures: z.string().check(z.maxLength(100)) },
  output: BulkEdit,
})

export const getBulkEdit = get('/api/member/GetBulkEdit/:id', {
  summary: 'How far a change to many people is.',
  access: bulkEdit('id'),
  output: BulkEdit,
})

export const getBulkEdits = get('/api/member/GetBulkEdits/:clubId', {
  summary: 'The changes to many people of a club that can still be undone, the latest first.',
  access: club('clubId'),
  output: z.array(BulkEdit),
})

export const undoBulkEdit = post('/api/member/UndoBulkEdit/:id', {
  summary:
    'Undoes a change to many people, for 24 hours: for the person who made it, and admins. People whom someone has changed ' +
    'since stay as they are, and are named.',
  access: bulkEdit('id'),
  output: BulkEdit,
})
