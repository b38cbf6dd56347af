import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, id, idOrNew, post } from './endpoint.ts'
import { club, may, member, payLink, savedCard, transaction } from './guards.ts'

const methodId = z.int().check(z.nonnegative(), z.lte(9999))

export const takePayment = post('/api/member/TakePayment/:transactionId', {
  summary:
    'Takes what is open of a transaction by the saved method of the member: the direct debit, or the card. Of several calls ' +
    'at the same time one puts a payment on its way.',
  access: may('takePayments', transaction('transactionId')),
  input: {
    /** 186 direct debit or 946 card; left out: the one that the member pays by. */
    paymentMethodId: z.optional(z.nullable(methodId)),
  },
  output: z.object({
    transactionId: id,
    memberId: id,
    /** As GetExternalPayments numbers it. */
    paymentId: id,
    paymentMethodId: z.int(),
    /** Pounds. */
    amount: z.number(),
    /** When a direct debit is taken; null: at once. */
    chargeDate: z.nullable(date),
  }),
})

/** Somebody who can be reached, or why nobody can. */
const Reach = z.object({
  name: z.string(),
  address: z.string(),
  refused: z.string(),
  /** It's night in the club, and a text leaves at this time (HH:mm); null: at once. */
  waitsUntil: z.nullable(z.string()),
})

/** How a member can pay a club through a provider. */
export const PayWay = z.object({
  clubId: id,
  clubName: z.string(),
  /** The club can take payments by link. */
  canLink: z.boolean(),
  /** A card can be kept there for later. */
  canKeepCard: z.boolean(),
  hasDirectDebit: z.boolean(),
  /** The member's way of paying is a card: what falls due is taken by the one that is kept, on its day. */
  paysByCard: z.boolean(),
  /**
   * The card that is kept, since when; and since when it is refused for good: nothing can be taken by it, until the member
   * leaves another. No more of it is known.
   */
  card: z.nullable(z.object({ savedCardId: id, savedOn: date, refusedOn: z.nullable(date) })),
  email: Reach,
  sms: Reach,
})

/** What somebody is paying just now. */
export const UnderWay = z.object({
  transactionId: id,
  /** For people: 'by direct debit since 12 May 2026'. */
  how: z.string(),
  clubId: id,
  /** Pounds of it that are still open. */
  outstanding: z.number(),
  /** Known in a moment; a direct debit takes days. */
  isQuick: z.boolean(),
  /** A page of the provider that the payer has opened, and not paid on yet: it can be closed. */
  isPage: z.boolean(),
  /** A debit that the bank hasn't got yet: it is called off if it is paid in another way now. */
  canStop: z.boolean(),
})

export const PayLink = z.object({
  payLinkId: id,
  clubId: id,
  clubName: z.string(),
  purpose: z.enum(['pay', 'card']),
  /** Null: all that is owed. */
  transactionId: z.nullable(id),
  description: z.string(),
  sentBy: z.enum(['email', 'sms', 'qr']),
  sentTo: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Why the message could not be sent. */
  problem: z.string(),
})

export const getPayWays = get('/api/member/GetPayWays/:id', {
  summary:
    "How a member can pay each of the caller's clubs through a provider, what is on its way, and the open links.",
  access: member('id'),
  output: z.object({ clubs: z.array(PayWay), underWay: z.array(UnderWay), links: z.array(PayLink) }),
})

export const sendPayLink = post('/api/member/SendPayLink/:id', {
  summary:
    'Makes a link by which a member, or the guardian of a minor, pays by card or instant bank pay, or leaves a card for ' +
    'later; sends it, or answers it to be shown as a QR code. It works for 14 days, a shown one for a day.',
  access: [member('id'), may('takePayments', club('clubId')), transaction('transactionId')],
  input: {
    clubId: id,
    purpose: z._default(z.enum(['pay', 'card']), 'pay'),
    /** Left out: all that is owed to the club. */
    transactionId: idOrNew,
    sendBy: z.enum(['email', 'sms', 'qr'], { error: 'Choose how it is sent' }),
  },
  output: z.object({
    memberId: id,
    payLinkId: id,
    /** Only of one that is to be shown: whoever has it may pay. */
    url: z.nullable(z.string()),
    sentTo: z.string(),
    name: z.string(),
    /** ISO 8601, UTC. */
    expiresAt: z.string(),
  }),
})

export const endPayLink = post('/api/member/EndPayLink/:id', {
  summary: 'Ends a link of a member: who opens it is told to ask the club.',
  access: [member('id'), may('takePayments', payLink('payLinkId'))],
  input: { payLinkId: id },
  output: z.object({ memberId: id, payLinkId: id }),
})

export const closePayPage = post('/api/member/ClosePayPage/:id', {
  summary:
    'Has the provider close the page that a payer has opened for a transaction and not paid on, so that it can be paid ' +
    'otherwise. What has been paid on it meanwhile is taken as paid.',
  access: [member('id'), may('takePayments', transaction('transactionId'))],
  input: { transactionId: id },
  output: z.object({ memberId: id, transactionId: id }),
})

export const removeSavedCard = post('/api/member/RemoveSavedCard/:id', {
  summary: 'Forgets the card of a member, here and at the provider.',
  access: [member('id'), may('takePayments', savedCard('savedCardId'))],
  input: { savedCardId: id },
  output: z.object({ memberId: id, savedCardId: id }),
})
