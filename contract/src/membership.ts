import * as z from 'zod/mini'
import { Belt } from './belt.ts'
import { date } from './calendar.ts'
import { ChargesAhead, FirstBill } from './charging.ts'
import { act, ask, get, id, idText, post } from './endpoint.ts'
import {
  admin,
  club,
  clubMember,
  member,
  memberDiscipline,
  planChange,
  treeCategory,
  treeDiscipline,
  treeGrade,
  treeNotInterestedReason,
  treePlan,
} from './guards.ts'
import { writtenLines } from './written.ts'

/** What can be done with a membership now, by its status (design, section 6). */
export const membershipMoves = [
  ...(['activate', 'renew', 'lapse', 'toggleIssue', 'notInterested'] as const),
  ...(['reopen', 'trial'] as const),
] as const

const plan = {
  trainingPlanId: z.nullable(id),
  subFrequencyId: z.nullable(z.int()),
  paymentMethodId: z.nullable(z.int()),
  nextPayment: z.nullable(date),
}

export const PlannedChange = z.object({
  planChangeId: id,
  /** From this day of the club on. */
  from: date,
  planName: z.string(),
  subFrequency: z.string(),
  /** Pounds. */
  subPrice: z.number(),
  paymentMethod: z.nullable(z.string()),
  nextPayment: z.nullable(date),
})

/** A member's membership in one club. */
export const Membership = z.object({
  clubMemberId: id,
  memberId: id,
  clubId: id,
  clubName: z.string(),
  version: z.int(),
  memberStatusId: z.int(),
  categoryId: z.nullable(id),
  categoryName: z.nullable(z.string()),
  ...plan,
  planName: z.nullable(z.string()),
  subFrequency: z.nullable(z.string()),
  /** Pounds. */
  subPrice: z.nullable(z.number()),
  paymentMethod: z.nullable(z.string()),
  marketingSourceId: z.nullable(z.int()),
  marketingSource: z.nullable(z.string()),
  memberSince: z.nullable(date),
  /** The last day; the night after it the membership lapses. */
  memberUntil: z.nullable(date),
  nextRenewal: z.nullable(date),
  trialStart: z.nullable(date),
  /** The plan that is tried: it says how long the trial is. */
  trialPlanId: z.nullable(id),
  trialPlanName: z.nullable(z.string()),
  isGradingCandidate: z.boolean(),
  /** Today in the club. */
  today: date,
  /** Whether the caller works in this club; a sister club's is only seen. */
  isOurs: z.boolean(),
  isAdmin: z.boolean(),
  moves: z.array(z.enum(membershipMoves)),
  plannedChange: z.nullable(PlannedChange),
})

export const getMembership = get('/api/member/getMembership/:id', {
  summary: "A member's memberships, those in the caller's clubs first; or the one in a club.",
  access: [member('id'), club('clubId')],
  input: { clubId: z.optional(idText) },
  output: z.array(Membership),
})

/** Why a plan is given to somebody whom it is not for; taken from an administrator of the club alone. */
const exceptionReason = z._default(writtenLines(500), '')

const fields = {
  categoryId: z.nullable(id),
  ...plan,
  marketingSourceId: z.nullable(z.int()),
  memberSince: z.nullable(date),
  memberUntil: z.nullable(date),
  nextRenewal: z.nullable(date),
  trialStart: z.nullable(date),
  /** The plan that is tried; left out: as it is. */
  trialPlanId: z.optional(z.nullable(id)),
  exceptionReason,
}

interface PlanOf {
  readonly trainingPlanId: number | null
  readonly subFrequencyId: number | null
}

/** What a person edits of a membership. An imported one that has a price without a plan keeps it. */
export const membershipEdit = (before: PlanOf | undefined) =>
  z.object(fields).check(context => {
    const { memberSince, memberUntil, trainingPlanId, subFrequencyId } = context.value
    const wrong = (path: string, message: string) =>
      context.issues.push({ code: 'custom', input: context.value, path: [path], message })
    if (memberSince && memberUntil && memberUntil < memberSince) wrong('memberUntil', 'Should not be before it begins')
    if (before?.trainingPlanId === trainingPlanId && before.subFrequencyId === subFrequencyId) return
    if (trainingPlanId !== null && subFrequencyId === null) wrong('subFrequencyId', 'Choose how often it is paid')
    if (trainingPlanId === null && subFrequencyId !== null) wrong('trainingPlanId', 'Choose the plan too')
  })

const saved = {
  access: [
    member('id'),
    clubMember('clubMemberId'),
    club('clubId'),
    treeCategory('categoryId'),
    treePlan('trainingPlanId'),
    treePlan('trialPlanId'),
  ],
  input: { clubMemberId: z.optional(z.nullable(id)), clubId: id, version: z.optional(z.int()), ...fields },
} as const

export const saveMembership = post('/api/member/saveMembership/:id', {
  summary:
    'Saves a membership: the one named, or else the one in the club; where there is none, a new one. Its status follows: with a plan an ' +
    'enquiry or prospect becomes active, with a trial an enquiry becomes a prospect. The plan of one that goes on is ' +
    'changed by ChangePlan.',
  ...saved,
  output: z.object({ clubMemberId: id, memberId: id, memberStatusId: z.int(), version: z.int() }),
})

export const previewMembership = ask('/api/member/PreviewMembership/:id', {
  summary:
    'What a member owes a club, and will be charged up to the first whole period, once a membership is saved with the ' +
    'input of saveMembership. Refuses what that refuses; stores nothing.',
  ...saved,
  output: FirstBill,
})

/** Left out: the only one of the caller's clubs that can be meant. */
const which = { clubMemberId: z.optional(id) }
const moved = z.object({ clubMemberId: id, memberId: id, memberStatusId: z.int() })
const reason = writtenLines(500).check(z.minLength(1, { error: 'Say why' }))

export const renewMembership = post('/api/member/renewmembership/:id', {
  summary:
    'Makes a lapsed membership active again, or lets one that goes on go on for longer: until the next renewal, with all ' +
    'that was agreed before.',
  access: [member('id'), clubMember('clubMemberId')],
  input: {
    ...which,
    nextRenewal: z._default(z.nullable(date), null),
    memberUntil: z._default(z.nullable(date), null),
    nextPayment: z._default(z.nullable(date), null),
    reason: z._default(writtenLines(500), ''),
  },
  output: moved,
})

/** The days between the last one and the end of the minimum term or notice. */
const term = z.enum(['charge', 'waive'])

export const lapseMembership = post('/api/member/lapseMembership/:id', {
  summary:
    'Ends a membership with a reason: today, on an earlier day, or on a later day, which it then carries as its last. Enrolments in the ' +
    'club end with it; bookings that are to come are cancelled, unless they are to stay. What the member owes to the end of ' +
    'the minimum term or notice is charged, or waived for that reason.',
  access: [member('id'), clubMember('clubMemberId')],
  input: {
    ...which,
    reason,
    /** Its last day; left out: it ends today. */
    memberUntil: z._default(z.nullable(date), null),
    keepBookings: z._default(z.boolean(), false),
    /** Gives back what was charged for days after the last; left out: it is kept. */
    givesBack: z._default(z.boolean(), false),
    term: z._default(term, 'waive'),
  },
  output: z.extend(moved, { memberUntil: date, enrolmentsEnded: z.int(), bookingsCancelled: z.int() }),
})

export const previewLapse = ask('/api/member/PreviewLapse/:id', {
  summary:
    'What has been charged for days after the last day of a membership, and would be given back for them; and what of the ' +
    'days up to it was never charged.',
  access: [member('id'), clubMember('clubMemberId')],
  input: { ...which, memberUntil: z._default(z.nullable(date), null), term: z._default(term, 'waive') },
  output: z.object({
    memberUntil: date,
    /** Pounds, of all the days together. */
    givesBack: z.number(),
    /** Pounds that were charged for days, and what is left of it. */
    periods: z.array(z.object({ periodFrom: date, periodUntil: date, before: z.number(), after: z.number() })),
    /** The last day of the minimum term or notice, if it's after the last day, and the uncharged days to it. */
    bound: z.nullable(
      z.object({
        until: date,
        by: z.enum(['term', 'notice']),
        amount: z.number(),
        periods: z.array(z.object({ periodFrom: date, periodUntil: date, amount: z.number() })),
      }),
    ),
    /** Periods up to today that were never charged, which the club is then asked about (gaps); pounds. */
    uncharged: z.array(z.object({ periodFrom: date, periodUntil: date, amount: z.number() })),
    /** What is open now of what is owed to the club: it is settled first. */
    owed: z.number(),
    ahead: ChargesAhead,
  }),
})

export const notInterested = post('/api/member/NotInterested/:id', {
  summary: 'An enquiry or a prospect does not join, for a reason of the list.',
  access: [member('id'), clubMember('clubMemberId'), treeNotInterestedReason('reasonId')],
  input: { ...which, reasonId: id },
  output: moved,
})

export const reopenMembership = post('/api/member/ReopenMembership/:id', {
  summary:
    'Makes an enquiry of someone who is unconverted or not interested, or begins a trial of anyone who left or never ' +
    'joined: today, or on a later day. The plan, price and dates of before are cleared. To join, save a plan.',
  access: [member('id'), clubMember('clubMemberId'), treePlan('trialPlanId')],
  input: {
    ...which,
    as: z.enum(['enquiry', 'trial']),
    /** Left out: today. */
    trialStart: z._default(z.nullable(date), null),
    trialPlanId: z._default(z.nullable(id), null),
    reason: z._default(writtenLines(500), ''),
  },
  output: moved,
})

export const toggleIssueStatus = act('/api/member/ToggleIssueStatus/:id', {
  summary:
    'An active membership has an issue from now on, one with an issue has none any more. Of several memberships the one ' +
    "that is named, or the only one of the caller's clubs that can be toggled.",
  access: [member('id'), clubMember('clubMemberId')],
  input: { clubMemberId: z.optional(idText), reason: z._default(writtenLines(500), '') },
  output: moved,
})

export const deleteMembership = post('/api/member/DeleteMembership/:id', {
  summary:
    'Deletes a membership (id) that was a mistake: one on which nothing hangs in its club, and that is not the only one. ' +
    'Any other lapses.',
  access: admin(clubMember('id')),
  output: z.object({ clubMemberId: id, memberId: id }),
})

const money = z
  .number({ error: 'Should be an amount' })
  .check(z.gte(0, { error: 'Not below zero' }), z.lte(100_000, { error: 'At most £100,000' }), z.multipleOf(0.01))

const newPlan = {
  clubMemberId: id,
  trainingPlanId: id,
  subFrequencyId: z.int(),
  /** Pounds a period. */
  subPrice: money,
  paymentMethodId: z.nullable(z.int()),
  nextPayment: z.nullable(date),
  /** From this day of the club on; left out: from today. */
  from: z._default(z.nullable(date), null),
  /** The days that are charged already: start after them, or credit those from `from` on. */
  paidDays: z._default(z.enum(['after', 'credit']), 'after'),
  /** The amount owed to the end of the old plan's minimum term. Left out: waived without a reason of its own. */
  term: z.optional(term),
  termReason: z._default(writtenLines(400), ''),
  exceptionReason,
  /** Why, for the history. */
  reason: z._default(writtenLines(200), ''),
}

/** One thing that a change of plan changes. */
export const PlanDifference = z.object({
  what: z.enum(['plan', 'subFrequency', 'subPrice', 'paymentMethod', 'nextPayment']),
  /** In words, empty where there was or is none. */
  before: z.string(),
  after: z.string(),
  on: date,
})

export const previewPlanChange = ask('/api/member/PreviewPlanChange/:id', {
  summary: 'What a change of plan would change, and on which day; by the same rules by which it is saved.',
  access: [member('id'), clubMember('clubMemberId'), treePlan('trainingPlanId')],
  input: newPlan,
  output: z.object({
    from: date,
    isToday: z.boolean(),
    differences: z.array(PlanDifference),
    /** The last charged day, if the change would start on or before it; null if there is nothing to choose. */
    paidUntil: z.nullable(date),
    /** Credits today and charges by due date up to `chargesUntil`, as they'll be charged. Pounds; below zero for a credit. */
    charges: z.array(z.object({ on: date, description: z.string(), amount: z.number() })),
    chargesUntil: date,
    /** The same months with the change and without it. */
    ahead: ChargesAhead,
    /** Periods that stay uncharged until an admin decides (gaps). Pounds. */
    uncharged: z.array(z.object({ from: date, until: date, amount: z.number() })),
    /** The last day of the old plan's minimum term, if the change ends it early. */
    endsTerm: z.nullable(date),
    /** Pounds: the old plan's price from the change to that day, less the new plan's. */
    termAmount: z.number(),
    /** Pounds a year, before and after. */
    yearlyBefore: z.nullable(z.number()),
    yearlyAfter: z.nullable(z.number()),
    /** By direct debit: the first day on which the new amount can be taken, as the payer has to be told before. */
    earliestPayment: z.nullable(date),
    /** Why the plan is for others, whatever is made of it; empty: it is for him. */
    whyNotForThem: z.string(),
    /** What stands in its way; empty when it can be saved. */
    problem: z.string(),
  }),
})

export const changePlan = post('/api/member/ChangePlan/:id', {
  summary:
    'Changes the plan of a membership that goes on, or its price, frequency, method or next payment: today, or from a ' +
    'later day, by the night that begins it. One change at a time waits; a later one takes its place. Another plan, price ' +
    'or frequency starts after the days that are charged already, or credits them; the days before it cost the old price. ' +
    'A cheaper plan within the minimum term: the difference to its end is charged when the change applies, or waived.',
  access: [member('id'), clubMember('clubMemberId'), treePlan('trainingPlanId')],
  repeats: { memberId: 'id' },
  input: { ...newPlan, version: z.optional(z.int()) },
  output: z.object({ clubMemberId: id, memberId: id, planChangeId: id, from: date, isApplied: z.boolean() }),
})

export const cancelPlanChange = post('/api/member/CancelPlanChange/:id', {
  summary: 'Takes back a change of plan (id) that is still to come.',
  access: planChange('id'),
  output: z.object({ planChangeId: id, clubMemberId: id }),
})

export const getMembershipHistory = get('/api/member/GetMembershipHistory/:id', {
  summary: "What became of a member's memberships in the caller's clubs, the latest first: status and plan.",
  access: member('id'),
  output: z.array(
    z.object({
      key: z.string(),
      clubId: id,
      clubName: z.string(),
      on: date,
      fromStatusId: z.nullable(z.int()),
      toStatusId: z.nullable(z.int()),
      /** Of a change of plan, in words: 'Two a week, £29.00 monthly'. */
      planBefore: z.nullable(z.string()),
      planAfter: z.nullable(z.string()),
      reason: z.string(),
      /** Full name; empty when it was the night, or nobody is known. */
      by: z.string(),
    }),
  ),
})

/** What a member studies. */
export const MemberDiscipline = z.object({
  memberDisciplineId: id,
  version: z.int(),
  disciplineId: id,
  disciplineName: z.string(),
  currentGradeId: z.nullable(id),
  belt: z.nullable(Belt),
  lastGrading: z.nullable(date),
  studiedSince: date,
  nextGrade: z.nullable(Belt),
  /** Whether there are grades above, though they may be for other ages or another category. */
  hasGradesAbove: z.boolean(),
  /** 1 needs attendance, 2 needs experience, 3 ready, else not ready; on the club's today. */
  gradingRequirementFlags: z.int(),
  /** Why: "18 of 24 classes, 2 of 3 months"; empty when there is no next grade. */
  gradingProgress: z.string(),
})

export const getMemberDisciplines = get('/api/member/GetDisciplines/:id', {
  summary: 'What a member studies, with the grade he has and how far he is from the next.',
  access: member('id'),
  output: z.array(MemberDiscipline),
})

/** What a person edits of it. */
export const MemberDisciplineEdit = z
  .object({ disciplineId: id, currentGradeId: z.nullable(id), lastGrading: z.nullable(date), studiedSince: date })
  .check(context => {
    const { lastGrading, studiedSince } = context.value
    if (lastGrading && lastGrading < studiedSince)
      context.issues.push({
        code: 'custom',
        input: lastGrading,
        path: ['lastGrading'],
        message: 'Should not be before the study began',
      })
  })

export const saveMemberDiscipline = post('/api/member/SaveDiscipline/:id', {
  summary: 'Saves what a member studies, his grade in it, and since when; a discipline that is new to him is added.',
  access: [member('id'), treeDiscipline('disciplineId'), treeGrade('currentGradeId')],
  input: {
    version: z.optional(z.int()),
    disciplineId: id,
    currentGradeId: z.nullable(id),
    lastGrading: z.nullable(date),
    studiedSince: date,
  },
  output: z.object({ memberDisciplineId: id, memberId: id, version: z.int() }),
})

export const removeDiscipline = post('/api/member/RemoveDiscipline/:id', {
  summary: 'A member does not study a discipline any more; the results of his gradings stay.',
  access: [member('id'), memberDiscipline('memberDisciplineId')],
  input: { memberDisciplineId: id },
  output: z.object({ memberId: id, disciplineId: id }),
})
