import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { ask, get, id, idOrNew, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { admin, chargingRun, club, clubMember, freeze, member } from './guards.ts'
import { choicesOf, paymentMethod } from './ids.ts'
import { writtenLines } from './written.ts'

/** Why a membership is not charged. */
export const leftOutReasons = {
  noPrice: 'No price is agreed',
  noFrequency: 'It is not agreed how often it is paid',
  noNextPayment: 'No next payment is set',
  noMethod: 'No way to pay is chosen',
  ended: 'The membership has ended',
  frozen: 'Frozen, nothing to pay',
  free: 'The price is £0.00',
} as const

export type LeftOutReason = keyof typeof leftOutReasons

/** Object.keys forgets that its answers are keys. */
export const leftOutNames = Object.keys(leftOutReasons) as [LeftOutReason, ...LeftOutReason[]]

const reason = z.enum(leftOutNames)

const billingDayError = 'A day from 1 to 28, or blank'

/** What a person edits of how a club charges. */
export const ChargingSettings = z.object({
  /** Working days before something is due. */
  daysAhead: z
    .int({ error: 'Should be a whole number' })
    .check(z.gte(0, { error: 'Not below zero' }), z.lte(30, { error: 'At most 30' })),
  /** The day of the month on which periods of a month and more begin; null: on the day that was agreed with each member. */
  billingDay: z.nullable(
    z
      .int({ error: billingDayError })
      .check(z.gte(1, { error: billingDayError }), z.lte(28, { error: billingDayError })),
  ),
  isNightly: z.boolean(),
})

/** A run, as it is now. */
export const ChargingRun = z.object({
  runId: id,
  clubId: id,
  state: z.enum(['waiting', 'running', 'done']),
  /** The day in the club on which it began. */
  runOn: date,
  /** It charges what is due by this day. */
  dueUntil: date,
  /** Full name of who asked for it; empty: the night. */
  by: z.string(),
  /** Memberships; the total is null until they are counted. */
  done: z.int(),
  total: z.nullable(z.int()),
  charged: z.int(),
  /** Pounds. */
  amount: z.number(),
  leftOut: z.int(),
  /** Memberships that an error kept from being charged; the next run tries them again. */
  failed: z.int(),
  /** It has not moved for a minute, and can be asked to go on. */
  isStuck: z.boolean(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
})

export const getCharging = get('/api/billing/GetCharging/:clubId', {
  summary: 'How a club charges its memberships, what the next nights charge, and the run that is under way.',
  access: admin(club('clubId')),
  output: z.object({
    settings: z.extend(ChargingSettings, { version: z.int() }),
    /** Billing has been started, or a run has charged. */
    hasStarted: z.boolean(),
    /** The first night that charges; null: at once. */
    startsOn: z.nullable(date),
    /** Today in the club. */
    today: date,
    /** The day by which something is due that is charged today. */
    dueUntil: date,
    /** The nights that have something to charge, the first of the next six weeks; also where the night is off. */
    nextRuns: z.array(z.object({ on: date, dueUntil: date, charges: z.int(), amount: z.number() })),
    openRun: z.nullable(ChargingRun),
    /** The last run that has ended: another than before, and what was read before is not what is. */
    lastRunId: z.nullable(z.int()),
  }),
})

export const saveChargingSettings = post('/api/billing/SaveChargingSettings/:clubId', {
  summary: 'Saves how many working days ahead a club charges, whether on the 1st, and whether each night.',
  access: admin(club('clubId')),
  input: { version: z.int(), ...ChargingSettings.shape },
  output: z.object({ version: z.int() }),
})

const whose = { memberId: id, memberName: z.string(), clubMemberId: id }

/** What would be charged. */
export const PlannedCharge = z.object({
  ...whose,
  description: z.string(),
  dueOn: date,
  paymentMethod: z.string(),
  /** Pounds. */
  amount: z.number(),
})

/**
 * Consecutive days of a membership that no run charges until an admin decides: a whole period or more before the next
 * payment, periods that were due over a month ago, days before a member was added late, or days left over at a lapse.
 */
export const Gap = z.object({
  ...whose,
  clubId: id,
  planName: z.string(),
  from: date,
  until: date,
  /** Pounds, after discounts and freezes. */
  periods: z.array(z.object({ from: date, until: date, amount: z.number() })),
  amount: z.number(),
  /** Pounds; only for a member who was added late. */
  joiningFee: z.number(),
  /** The member was added late, so they may have paid elsewhere. */
  isBeforeEntry: z.boolean(),
  /** The caller may charge or waive it. */
  maySettle: z.boolean(),
})

export const previewCharging = ask('/api/billing/PreviewCharging/:clubId', {
  summary:
    'A dry run: what a run on that day (today when it is left out) takes, from whom, when and how, and who is left out and ' +
    'why, and which days are uncharged. By the rules of the run itself; nothing is stored. A hundred rows a page.',
  access: admin(club('clubId')),
  input: {
    on: z.optional(date),
    show: z._default(z.enum(['charges', 'gaps', 'leftOut']), 'charges'),
    page: z._default(z.int().check(z.gte(1), z.lte(10_000)), 1),
  },
  output: z.object({
    on: date,
    dueUntil: date,
    memberships: z.int(),
    charges: z.int(),
    /** Pounds. */
    amount: z.number(),
    byMethod: z.array(z.object({ paymentMethod: z.string(), charges: z.int(), amount: z.number() })),
    byDay: z.array(z.object({ dueOn: date, charges: z.int(), amount: z.number() })),
    byReason: z.array(z.object({ reason, memberships: z.int() })),
    pages: z.int(),
    charged: z.array(PlannedCharge),
    /** Gaps that earlier runs found and gaps that this run would find. */
    gaps: z.int(),
    gapAmount: z.number(),
    gapRows: z.array(Gap),
    leftOut: z.array(z.object({ ...whose, reason, planName: z.string(), nextPayment: z.nullable(date) })),
  }),
})

const someone = z.object({ memberId: id, memberName: z.string() })

/** Why current members are not charged. */
const notCharged = z.enum([...leftOutNames, 'noPlan'])

export const getFirstRun = get('/api/billing/GetFirstRun/:clubId', {
  summary:
    'What starting to bill would do: who pays first, when and how much, who has no Direct Debit yet, who is left out and ' +
    'why, and what GoCardless still collects by subscriptions. By the rules of the run; nothing is stored.',
  access: admin(club('clubId')),
  output: z.object({
    today: date,
    isStarted: z.boolean(),
    /** The first night that charges; null: not chosen, or at once. */
    startsOn: z.nullable(date),
    /** The first day on which anything is due; null: nothing is. */
    firstOn: z.nullable(date),
    /** Members with something to pay. Amounts are their first charges, in pounds. */
    members: z.int(),
    amount: z.number(),
    /** They pay by Direct Debit, and there is no mandate. */
    withoutMandate: z.object({
      members: z.int(),
      amount: z.number(),
      /** Of them, who have a link to set it up. */
      invited: z.int(),
      some: z.array(someone),
    }),
    /** `some` of them are named. */
    leftOut: z.array(
      z.object({ reason: notCharged, members: z.int(), memberIds: z.array(id), some: z.array(someone) }),
    ),
    /** Subscriptions at GoCardless that no one has asked to end. */
    subscriptions: z.object({
      count: z.int(),
      /** What those that aren't paused collect each time, in pounds. */
      amount: z.number(),
      nextOn: z.nullable(date),
      /** Asked to end, and not ended yet. */
      ending: z.int(),
      /** Of `count`: GoCardless refused to end them, and why for the first. */
      refused: z.int(),
      problem: z.string(),
    }),
    /** Mandates at GoCardless that have not been matched to a member, and what is collected by them. */
    foundMandates: z.int(),
    foundSubscriptions: z.object({ count: z.int(), amount: z.number(), nextOn: z.nullable(date) }),
  }),
})

export const startBilling = post('/api/billing/StartBilling/:clubId', {
  summary:
    'Charges memberships each night from a day on. Refused 409 under `members` where the first run is another one than the ' +
    'user has seen, and under `keepSubscriptions` while GoCardless collects by subscriptions that no one has asked to end.',
  access: admin(club('clubId')),
  input: {
    startsOn: date,
    /** As GetFirstRun answered. */
    members: z.int(),
    amount: z.number(),
    /** Starts beside subscriptions: we collect nothing from their members until each has ended. */
    keepSubscriptions: z._default(z.boolean(), false),
  },
  output: z.object({ clubId: id, startsOn: date }),
})

export const startChargingRun = post('/api/billing/StartChargingRun/:clubId', {
  summary:
    'Begins to charge what is due; or, where a run is under way already, answers that one, and has it go on if it is stuck.',
  access: admin(club('clubId')),
  output: ChargingRun,
})

export const getChargingRun = get('/api/billing/GetChargingRun/:id', {
  summary: 'A run and how far it is.',
  access: admin(chargingRun('id')),
  output: ChargingRun,
})

export const chargingRunColumns = columns({
  runOn: { type: 'date', title: 'Day' },
  dueUntil: { type: 'date', title: 'Due until' },
  charged: { type: 'number', title: 'Charges' },
  amount: { type: 'number', title: 'Amount' },
  leftOut: { type: 'number', title: 'Left out' },
})

export const getChargingRuns = ask('/api/billing/GetChargingRuns/:clubId', {
  summary: 'The runs of a club, the latest first.',
  access: admin(club('clubId')),
  input: { ...gridInput },
  output: gridPage(ChargingRun),
})

export const runChargeColumns = columns({
  memberName: { type: 'string', title: 'Member' },
  description: { type: 'string', title: 'For' },
  dueOn: { type: 'date', title: 'Due' },
  paymentMethodId: { type: 'number', title: 'Method', choices: choicesOf(paymentMethod) },
  amount: { type: 'number', title: 'Amount' },
  open: { type: 'number', title: 'Still open' },
})

export const getRunCharges = ask('/api/billing/GetRunCharges/:id', {
  summary: 'What a run has charged, and what of it is still open.',
  access: admin(chargingRun('id')),
  input: { ...gridInput },
  output: gridPage(
    z.object({
      transactionId: id,
      memberId: id,
      memberName: z.string(),
      description: z.string(),
      dueOn: date,
      paymentMethodId: z.nullable(z.int()),
      /** Pounds. */
      amount: z.number(),
      open: z.number(),
    }),
  ),
})

export const getGaps = get('/api/member/GetGaps/:id', {
  summary: "A member's uncharged days in the caller's clubs, those that no billing run has reached yet included.",
  access: member('id'),
  output: z.array(Gap),
})

export const gapsMost = 500

/** The decision about gaps. */
export const settleGapsFields = {
  /** The number of last periods to charge, for each gap; null for all. */
  charge: z.nullable(
    z.int({ error: 'Should be a whole number' }).check(z.gte(0, { error: 'Not below zero' }), z.lte(2000)),
  ),
  /** The other periods: a waiver is in the ledger and in reports, a payment elsewhere only in the audit. */
  rest: z.enum(['waived', 'elsewhere']),
  reason: writtenLines(400),
  /** Charges the joining fee as well, to members who were added late. */
  joiningFee: z.boolean(),
}

export const SettleGapsFields = z.object(settleGapsFields).check(context => {
  const { charge, rest, reason } = context.value
  if (charge !== null && rest === 'waived' && reason === '')
    context.issues.push({ code: 'custom', input: reason, path: ['reason'], message: 'Say why' })
})

export const settleGaps = post('/api/billing/SettleGaps/:clubId', {
  summary:
    'Charges uncharged days, or their last periods, and waives the rest or records that it was paid elsewhere. The charges ' +
    'are due with the same notice as any other. Refused with 409 if a gap has changed since it was read.',
  access: [admin(club('clubId')), admin(clubMember('gaps.clubMemberId'))],
  input: {
    gaps: z
      .array(z.object({ clubMemberId: id, from: date, until: date, amount: z.number() }))
      .check(z.minLength(1, { error: 'Choose at least one' }), z.maxLength(gapsMost, { error: `At most ${gapsMost}` })),
    ...settleGapsFields,
  },
  output: z.object({ gaps: z.int(), charged: z.number(), waived: z.number(), elsewhere: z.number() }),
})

const pounds = z
  .number({ error: 'Should be an amount' })
  .check(z.gte(0, { error: 'Not below zero' }), z.lte(100_000, { error: 'At most £100,000' }), z.multipleOf(0.01))

/** What a move changes of the charges of the next months, by due date, as the charging runs will make them. Pounds. */
export const ChargesAhead = z.object({
  until: date,
  charges: z.array(z.object({ on: date, before: z.number(), after: z.number() })),
})

/** Days on which a membership lies still. */
export const Freeze = z.object({
  freezeId: id,
  clubMemberId: id,
  clubId: id,
  version: z.int(),
  from: date,
  /** The last day; null: without an end. */
  until: z.nullable(date),
  /** Pounds, in place of the price of a period. */
  price: z.number(),
  reason: z.string(),
  state: z.enum(['past', 'now', 'toCome']),
})

export const getFreezes = get('/api/member/GetFreezes/:id', {
  summary: "The freezes of a member's memberships in the caller's clubs, the latest first.",
  access: member('id'),
  output: z.array(Freeze),
})

/** What a person edits of a freeze. */
export const FreezeEdit = z
  .object({
    from: date,
    until: z.nullable(date),
    price: pounds,
    reason: writtenLines(500).check(z.minLength(1, { error: 'Say why' })),
  })
  .check(context => {
    const { from, until } = context.value
    if (until !== null && until < from)
      context.issues.push({
        code: 'custom',
        input: until,
        path: ['until'],
        message: 'Should not be before it begins',
      })
  })

const freezeFields = {
  freezeId: idOrNew,
  clubMemberId: id,
  from: date,
  until: z.nullable(date),
  price: pounds,
}

/** What a freeze changes of days that were charged already: below zero it is given back as credit. */
export const FreezeEffect = z.object({
  periodFrom: date,
  periodUntil: date,
  /** Pounds. */
  before: z.number(),
  after: z.number(),
})

export const previewFreeze = ask('/api/member/PreviewFreeze/:id', {
  summary: 'What a freeze would change of what was charged already; by the same rules by which it is saved.',
  access: [member('id'), clubMember('clubMemberId'), freeze('freezeId')],
  input: freezeFields,
  output: z.object({
    effects: z.array(FreezeEffect),
    /** Bookings in the club on frozen days that are still ahead. */
    bookings: z.array(z.object({ bookingId: id, className: z.string(), bookingDate: date })),
    /** The new last day of the minimum term, if the freeze extends it. */
    termUntil: z.nullable(date),
    ahead: ChargesAhead,
    problem: z.string(),
  }),
})

export const saveFreeze = post('/api/member/SaveFreeze/:id', {
  summary:
    'Freezes a membership for some days, or changes that. Each day counts: it costs its part of the freeze’s price. What ' +
    'was charged already for these days is put right at once, by a credit or by a charge.',
  access: [member('id'), clubMember('clubMemberId'), freeze('freezeId')],
  input: {
    ...freezeFields,
    reason: writtenLines(500).check(z.minLength(1, { error: 'Say why' })),
    /** Cancels the bookings on these days; their places go to the waiting lists. */
    cancelBookings: z._default(z.boolean(), false),
    version: z.optional(z.int()),
  },
  output: z.object({
    freezeId: id,
    clubMemberId: id,
    version: z.int(),
    effects: z.array(FreezeEffect),
    /** Bookings cancelled. */
    cancelled: z.int(),
  }),
})

export const endFreeze = post('/api/member/EndFreeze/:id', {
  summary:
    'The membership goes on from a day (today when it is left out); a freeze that has not begun by then is gone. What was ' +
    'charged already is put right at once.',
  access: [member('id'), freeze('freezeId')],
  input: { freezeId: id, goesOn: z.optional(date) },
  output: z.object({ freezeId: id, clubMemberId: id, effects: z.array(FreezeEffect) }),
})

export const getNextCharges = get('/api/member/GetNextCharges/:id', {
  summary:
    "What a member's memberships in the caller's clubs will be charged next: the next period of each, or why there is none.",
  access: member('id'),
  output: z.array(
    z.object({
      clubMemberId: id,
      clubId: id,
      clubName: z.string(),
      description: z.string(),
      /** Null where there is a reason why not. */
      dueOn: z.nullable(date),
      /** Pounds. */
      amount: z.nullable(z.number()),
      /** Pounds of the amount that what the member has in credit today, beyond what is open, will pay; never more than it. */
      fromCredit: z.number(),
      paymentMethod: z.string(),
      reason: z.nullable(reason),
    }),
  ),
})

/** Amounts in pounds. */
export const FirstBill = z.object({
  lines: z.array(
    z.object({
      memberName: z.string(),
      on: date,
      description: z.string(),
      amount: z.number(),
      paymentMethod: z.string(),
      isJoiningFee: z.boolean(),
    }),
  ),
  /** Members whose charges wait until their payment method is set. */
  withoutMethod: z.array(z.string()),
  /** The payment after the lines, for each membership that repeats. */
  regular: z.array(
    z.object({
      memberName: z.string(),
      from: date,
      amount: z.number(),
      /** The price that was agreed, before family prices and discounts. */
      fullAmount: z.number(),
      frequency: z.string(),
    }),
  ),
  /** Days that stay uncharged until an admin decides (gaps). */
  uncharged: z.array(z.object({ memberName: z.string(), from: date, until: date, amount: z.number() })),
})

export const getFirstBill = ask('/api/member/GetFirstBill/:id', {
  summary:
    'What a member owes a club now and will be charged up to the first whole period, and the regular payment after that. ' +
    'For the paper they sign.',
  access: [member('id'), club('clubId')],
  input: { clubId: id },
  output: FirstBill,
})
