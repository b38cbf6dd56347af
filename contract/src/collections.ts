import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { act, get, id, idText, post } from './endpoint.ts'
import { admin, club, collectionHold, externalPayment, externalSubscription, mandate, may, member } from './guards.ts'
import { writtenLines } from './written.ts'

/** The states of a mandate at GoCardless, as people read them. */
export const mandateStateNames = {
  pending_customer_approval: 'Waiting for a second signature',
  pending_submission: 'Being set up',
  submitted: 'Being set up',
  active: 'Active',
  suspended_by_payer: 'Suspended by the payer',
  failed: 'Could not be set up',
  cancelled: 'Cancelled',
  expired: 'Expired',
  consumed: 'Used up',
  blocked: 'Blocked',
} as const
export type MandateState = keyof typeof mandateStateNames

/** The states of a payment on its way, as people read them; the first two are our own. */
export const externalPaymentStateNames = {
  waiting: 'To be sent',
  refused: 'Refused by the provider',
  pending_customer_approval: 'Waiting for approval',
  pending_submission: 'Pending',
  submitted: 'Sent to the bank',
  confirmed: 'Collected',
  paid_out: 'Paid out',
  failed: 'Failed',
  cancelled: 'Cancelled',
  customer_approval_denied: 'Not approved',
  charged_back: 'Taken back by the bank',
} as const
export type ExternalPaymentState = keyof typeof externalPaymentStateNames

/** A direct debit mandate that a member, or a guardian, has given. */
export const Mandate = z.object({
  mandateId: id,
  memberId: id,
  clubId: id,
  clubName: z.string(),
  state: z.string(),
  stateName: z.string(),
  /** Can be collected by, now or as soon as the bank has it. */
  isLive: z.boolean(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  nextPossibleChargeDate: z.nullable(date),
  /** Why it is not alive, in words; empty when it is not known. */
  cause: z.string(),
  /** It is to be cancelled, and the provider has not answered yet. */
  isCancelling: z.boolean(),
  /** Why it could not be cancelled. */
  problem: z.string(),
})

/** What a member is asked to set up, and has not yet. */
export const MandateRequest = z.object({
  clubId: id,
  clubName: z.string(),
  /** Null: opened at the desk. */
  sentTo: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
})

export const getMandates = get('/api/member/GetMandates/:id', {
  summary:
    "A member's direct debit mandates in the caller's clubs, the latest first, and the links that are still open.",
  access: member('id'),
  output: z.object({
    mandates: z.array(Mandate),
    requests: z.array(MandateRequest),
    /** The caller's clubs where the member could set one up, and whether each has an account to collect by. */
    clubs: z.array(z.object({ clubId: id, clubName: z.string(), canCollect: z.boolean() })),
  }),
})

/** Needed where a member has memberships in several of the caller's clubs. */
const inClub = { clubId: z.optional(idText) }

export const sendDDInvite = act('/api/member/SendDDInvite/:id', {
  summary:
    'E-mails the member, or the guardian of a minor, a link to set up a direct debit. It works for 30 days; an earlier ' +
    'one ends.',
  access: [member('id'), club('clubId')],
  input: inClub,
  output: z.object({ memberId: id, clubId: id, email: z.string(), name: z.string(), expiresAt: z.string() }),
})

const sentInvites = z.object({
  clubId: id,
  /** Members who get a link, and the letters with them. */
  members: z.int(),
  letters: z.int(),
  /** Members we can't email, and why. */
  notInvited: z.array(z.object({ memberId: id, memberName: z.string(), why: z.string() })),
})

export const sendDDInvites = post('/api/member/SendDDInvites/:clubId', {
  summary:
    'Emails a link to set up a Direct Debit to all current members who should pay by it and have none, or to the ' +
    'guardian of a minor: one letter to each address, with a link for each member. Those with a link that still works get ' +
    'no other.',
  access: admin(club('clubId')),
  output: sentInvites,
})

export const sendFamilyDDInvite = post('/api/member/SendFamilyDDInvite/:clubId', {
  summary:
    'Emails a link to set up a Direct Debit to some members of a club, or to the guardian of a minor: one letter to each ' +
    'address, with a link for each member. Links sent before end. Members of other clubs are left out.',
  access: [club('clubId'), member('memberIds')],
  input: { memberIds: z.array(id).check(z.minLength(1), z.maxLength(100)) },
  output: sentInvites,
})

export const newCustomer = act('/GoCardless/NewCustomer/:id', {
  summary:
    'The address at which a member sets up a direct debit now: it leads on to GoCardless, and works for an hour.',
  access: [member('id'), club('clubId')],
  input: inClub,
  output: z.object({ memberId: id, clubId: id, redirectUrl: z.string() }),
})

export const cancelMandate = act('/GoCardless/CancelMandate/:id', {
  summary:
    "Cancels a member's mandate, and with it what has not been sent to the bank yet. With several that are alive, " +
    'mandateId says which.',
  access: [may('takePayments', member('id')), may('takePayments', mandate('mandateId'))],
  input: { mandateId: z.optional(idText) },
  output: z.object({ memberId: id, mandateId: id }),
})

/** What the provider collects by an arrangement of its own. */
export const ExternalSubscription = z.object({
  subscriptionId: id,
  memberId: id,
  clubId: id,
  clubName: z.string(),
  /** 186: GoCardless. */
  providerId: z.int(),
  name: z.string(),
  /** Pounds. */
  amount: z.number(),
  /** 'monthly', '2 weekly'. */
  frequency: z.string(),
  state: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  startDate: z.nullable(date),
  nextPayment: z.nullable(date),
  canCancel: z.boolean(),
  isCancelling: z.boolean(),
  problem: z.string(),
})

export const getSubscriptions = get('/api/member/getSubscriptions/:id', {
  summary:
    "What a provider collects from a member by itself, in the caller's clubs: arrangements that were made there. What " +
    'this product charges is in the transactions.',
  access: member('id'),
  output: z.array(ExternalSubscription),
})

const providerId = z.int().check(z.nonnegative(), z.lte(9999))

export const cancelSubscription = post('/api/member/CancelSubscription/:id', {
  summary: 'Ends a subscription (id) at the provider; what it has already begun to collect is collected.',
  access: [may('takePayments', externalSubscription('id')), member('memberId')],
  input: { memberId: id, providerId },
  output: z.object({ subscriptionId: id, memberId: id }),
})

export const endSubscriptions = post('/api/billing/EndSubscriptions/:clubId', {
  summary:
    'Ends all subscriptions at GoCardless that still collect from members of the club, or are paused; what one has already ' +
    'begun to collect is collected. Refused 409 under `count` where they are others than the user has seen.',
  access: admin(club('clubId')),
  input: {
    /** As GetFirstRun answered. */
    count: z.int(),
  },
  output: z.object({ clubId: id, ending: z.int() }),
})

/** A payment on its way through a provider, or what became of it. */
export const ExternalPayment = z.object({
  paymentId: id,
  memberId: id,
  clubId: id,
  clubName: z.string(),
  /** 186 direct debit, 926 instant bank pay, 946 card. */
  providerId: z.int(),
  paymentMethod: z.string(),
  description: z.string(),
  /** Pounds. */
  amount: z.number(),
  chargeDate: z.nullable(date),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  state: z.string(),
  stateName: z.string(),
  /** When it was known that it failed, or was cancelled or taken back; null: it was not. */
  lostOn: z.nullable(date),
  /** Why it failed or was refused, in words; empty when there is nothing to say. */
  cause: z.string(),
  /** The provider tries it again by itself. */
  willRetry: z.boolean(),
  /** What it is to settle; none: the provider took it by an arrangement of its own. */
  parts: z.array(
    z.object({
      transactionId: id,
      description: z.string(),
      /** Pounds. */
      amount: z.number(),
    }),
  ),
  canCancel: z.boolean(),
  isCancelling: z.boolean(),
  /** Why it could not be cancelled or sent yet. */
  problem: z.string(),
})

export const getExternalPayments = get('/api/member/GetExternalPayments/:id', {
  summary: "What is or was collected from a member by a provider, in the caller's clubs; the latest 200 first.",
  access: member('id'),
  output: z.array(ExternalPayment),
})

export const cancelExternalPayment = post('/api/member/CancelExternalPayment/:id', {
  summary: 'Takes back a payment before it is sent to the bank; afterwards it is too late.',
  access: [member('id'), may('takePayments', externalPayment('paymentId'))],
  input: { paymentId: id, providerId },
  output: z.object({ memberId: id, paymentId: id }),
})

/** A hold: we stopped collecting, because the payer disputes a payment with their bank or card. */
export const CollectionHold = z.object({
  holdId: id,
  clubId: id,
  clubName: z.string(),
  by: z.enum(['directDebit', 'card']),
  /** Pounds of the disputed payment, and the day we heard of the dispute. */
  disputed: z.number(),
  since: date,
  /** Pounds that are due and not collected: the disputed debt. */
  onHold: z.number(),
  /** Pounds of it that we collect after a release. Staff settle the disputed payment and old debts. */
  willCollect: z.number(),
  canRelease: z.boolean(),
})

export const getCollectionHolds = get('/api/member/GetCollectionHolds/:id', {
  summary: 'What the caller’s clubs don’t collect from a member because the payer disputes a payment.',
  access: member('id'),
  output: z.array(CollectionHold),
})

export const releaseHoldFields = {
  reason: writtenLines(500).check(z.minLength(1, { error: 'Say what you agreed with the payer' })),
}
export const ReleaseHoldFields = z.object(releaseHoldFields)

export const releaseHold = post('/api/member/ReleaseHold/:id', {
  summary:
    'Collects again from a payer who disputed a payment (holdId). The next run collects what fell due meanwhile; staff settle ' +
    'the disputed payment.',
  access: admin(collectionHold('id')),
  input: releaseHoldFields,
  output: z.object({ holdId: id, willCollect: z.number() }),
})
