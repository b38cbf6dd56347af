import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { ask, get, id, idText, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { admin, club, foundMandate, may, member, payout } from './guards.ts'

/** What comes next after a collection has failed, as people read it. */
export const recoverySteps = {
  provider: 'The provider tries again',
  retry: 'Collected again by itself',
  onItsWay: 'On its way again',
  mandate: 'A new direct debit is needed',
  card: 'Another card is needed',
  confirm: 'The payer confirms it by link',
  talk: 'Disputed: talk first',
  person: 'To be agreed with the member',
} as const
export type RecoveryStep = keyof typeof recoverySteps

/** Why a collection failed, in words that a payer understands: they end "It could not be collected: …". */
export const failureReasons = {
  insufficientFunds: 'there was not enough money in the account',
  referToPayer: 'the bank did not pay, most likely for lack of money in the account',
  noAccount: 'the bank account is closed or its details are not right',
  mandateEnded: 'the direct debit was cancelled or has ended',
  disputed: 'the payment was disputed',
  cardNotReached: 'the bank of the card could not be asked',
  cardDeclined: 'the bank declined the card',
  cardEnded: 'the card cannot be used any more',
  needsConfirmation: 'the bank wants you to confirm the payment yourself',
  unknown: 'the bank gave no reason',
} as const
export type FailureReason = keyof typeof failureReasons

const steps = Object.entries(recoverySteps).map(([value, text]) => ({ value, text }))

const days = z.nullable(
  z
    .int({ error: 'Should be a whole number' })
    .check(z.gte(1, { error: 'At least a day' }), z.lte(30, { error: 'At most 30 days' })),
)

/** What a person edits of how a failed direct debit, or a declined card, is collected again: days after each failure; null: not again. */
export const RecoveryPlanFields = z
  .object({ firstRetry: days, secondRetry: days, thirdRetry: days })
  .check(({ value: { firstRetry, secondRetry, thirdRetry }, issues }) => {
    const gap = (path: string) =>
      issues.push({ code: 'custom', input: null, path: [path], message: 'Leave out the later ones first' })
    if (firstRetry === null && (secondRetry ?? thirdRetry) !== null) gap('firstRetry')
    else if (secondRetry === null && thirdRetry !== null) gap('secondRetry')
  })

export const getRecoveryPlan = get('/api/billing/GetRecoveryPlan/:clubId', {
  summary:
    'How often, and after how many days each, a club collects again what a direct debit or a saved card has not brought.',
  access: may('seeMoney', club('clubId')),
  output: z.object({ firstRetry: days, secondRetry: days, thirdRetry: days, version: z.int() }),
})

export const saveRecoveryPlan = post('/api/billing/SaveRecoveryPlan/:clubId', {
  summary:
    'Saves after how many days a failed direct debit or saved card is collected again, up to three times. For failures to come.',
  access: admin(club('clubId')),
  input: { version: z.int(), firstRetry: days, secondRetry: days, thirdRetry: days },
  output: z.object({ version: z.int() }),
})

export const recoveryColumns = columns({
  memberName: { type: 'string', title: 'Member' },
  amount: { type: 'number', title: 'Amount' },
  failedOn: { type: 'date', title: 'Failed on' },
  failures: { type: 'number', title: 'Times' },
  step: { type: 'string', title: 'What comes next', choices: steps },
  retryOn: { type: 'date', title: 'Again on' },
})

export const getRecoveries = ask('/api/billing/GetRecoveries/:clubId', {
  summary: 'What could not be collected from members of a club and is still open, with why and what comes next.',
  access: may('seeMoney', club('clubId')),
  input: { ...gridInput },
  output: gridPage(
    z.object({
      recoveryId: id,
      memberId: id,
      memberName: z.string(),
      description: z.string(),
      /** Pounds. */
      amount: z.number(),
      failedOn: date,
      failures: z.int(),
      reason: z.string(),
      step: z.string(),
      retryOn: z.nullable(date),
      /** Whom the message about it went to; empty: nobody. */
      told: z.string(),
    }),
  ),
})

/** How the last look at a provider went. */
const look = z.object({
  /** ISO 8601, UTC; null: never. */
  doneAt: z.nullable(z.string()),
  /** It was asked for and has not ended yet. */
  isUnderWay: z.boolean(),
  /** What stood in its way. */
  problem: z.string(),
})

export const payoutStates = { pending: 'On its way', paid: 'Paid', bounced: 'Returned by the bank' } as const
const payoutState = z.enum(['pending', 'paid', 'bounced'])

export const payoutColumns = columns({
  arrivalDate: { type: 'date', title: 'Arrives' },
  provider: {
    type: 'string',
    title: 'From',
    choices: [
      { value: 'gocardless', text: 'GoCardless' },
      { value: 'stripe', text: 'Stripe' },
    ],
  },
  bankReference: { type: 'string', title: 'Reference' },
  collected: { type: 'number', title: 'Collected' },
  fees: { type: 'number', title: 'Fees' },
  net: { type: 'number', title: 'Net' },
  mismatches: { type: 'number', title: 'Not matched' },
  state: {
    type: 'string',
    title: 'State',
    choices: Object.entries(payoutStates).map(([value, text]) => ({ value, text })),
  },
})

const payoutRow = {
  payoutId: id,
  provider: z.enum(['gocardless', 'stripe']),
  arrivalDate: z.nullable(date),
  bankReference: z.string(),
  state: payoutState,
  /** Pounds: what was collected less what was lost and refunded, the fees, and what is left of it. */
  collected: z.number(),
  fees: z.number(),
  net: z.number(),
  /** Its lines that do not fit what is known here. */
  mismatches: z.int(),
  /** The account belongs to a club above: these are the club's own lines of it alone. */
  isShare: z.boolean(),
}

export const getPayouts = ask('/api/billing/GetPayouts/:clubId', {
  summary:
    "What providers have paid out to a club, the latest first; of an account of a club above, the club's own lines alone.",
  access: may('seeMoney', club('clubId')),
  input: { ...gridInput },
  output: gridPage(z.object(payoutRow)),
})

export const getPayout = get('/api/billing/GetPayout/:clubId', {
  summary:
    'A payout, line by line, with what does not match and why; up to 2,000 lines, those that do not match first.',
  access: [may('seeMoney', club('clubId')), payout('payoutId')],
  input: { payoutId: idText },
  output: z.object({
    ...payoutRow,
    reference: z.string(),
    lines: z.array(
      z.object({
        position: z.int(),
        kind: z.string(),
        /** Pounds, up to a tenth of a penny. */
        amount: z.number(),
        reference: z.string(),
        memberId: z.nullable(id),
        memberName: z.string(),
        clubName: z.string(),
        description: z.string(),
        /** Why it does not match; empty: it does, or there is nothing that it should. */
        mismatch: z.string(),
      }),
    ),
  }),
})

export const getPayoutState = get('/api/billing/GetPayoutState/:clubId', {
  summary: 'When the providers of a club were last asked for payouts, and what stood in the way.',
  access: may('seeMoney', club('clubId')),
  output: look,
})

export const fetchPayouts = post('/api/billing/FetchPayouts/:clubId', {
  summary: "Asks the club's providers for new payouts now; by itself this happens every hour.",
  access: admin(club('clubId')),
  output: z.object({ accounts: z.int() }),
})

export const getPayoutFile = ask('/api/billing/GetPayoutFile/:clubId', {
  summary: 'The lines of all payouts that arrived in a span of days of up to a year, as CSV.',
  access: may('seeMoney', club('clubId')),
  needsProof: true,
  input: { from: date, until: date },
  output: z.object({ fileName: z.string(), contentType: z.string(), base64: z.string(), lines: z.int() }),
})

/** By what a member is found for a mandate, the surest first. */
export const matchedBy = {
  reference: 'Imported mandate',
  code: 'Member number',
  emailAndName: 'E-mail and name',
  email: 'E-mail',
  name: 'Name',
} as const
const by = z.enum(['reference', 'code', 'emailAndName', 'email', 'name'])

const suggestion = z.object({ memberId: id, memberName: z.string(), clubId: id, clubName: z.string(), by })

export const lookForMandates = post('/api/billing/LookForMandates/:clubId', {
  summary: "Asks GoCardless for all mandates of the club's own account that nobody here is known by.",
  access: admin(club('clubId')),
  output: z.object({ clubId: id }),
})

export const getFoundMandates = ask('/api/billing/GetFoundMandates/:clubId', {
  summary:
    'The mandates that were found at GoCardless and that nobody here is known by, with the members whose they may be: by ' +
    'the member number written beside them, by e-mail, by name. Fifty a page.',
  access: may('seeMoney', club('clubId')),
  input: { page: z._default(z.int().check(z.gte(1), z.lte(10_000)), 1) },
  output: z.object({
    /** Where the account belongs to a club above, that club takes the mandates over. */
    ownerName: z.nullable(z.string()),
    look,
    total: z.int(),
    mandates: z.array(
      z.object({
        foundMandateId: id,
        reference: z.string(),
        stateName: z.string(),
        createdAt: z.string(),
        name: z.string(),
        email: z.string(),
        suggestions: z.array(suggestion),
        /** The one suggestion that leaves no doubt. */
        sure: z.nullable(id),
        isUnderWay: z.boolean(),
        problem: z.string(),
      }),
    ),
  }),
})

export const takeOverMandates = post('/api/billing/TakeOverMandates/:clubId', {
  summary: 'Gives mandates that were found at GoCardless to members, up to 200 at once; a job stores them.',
  access: [
    admin(club('clubId')),
    admin(foundMandate('choices.foundMandateId')),
    admin(club('choices.clubId')),
    member('choices.memberId'),
  ],
  input: {
    choices: z
      .array(z.object({ foundMandateId: id, memberId: id, clubId: id }))
      .check(z.minLength(1, { error: 'Choose at least one' }), z.maxLength(200, { error: 'At most 200 at once' })),
  },
  output: z.object({ taken: z.int() }),
})
