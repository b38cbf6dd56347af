import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, id, idOrNew, idText, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { club, klass, may, member, orNew, payment, transaction, treeProduct, treeProductVariant } from './guards.ts'
import { transactionCategory } from './ids.ts'
import { written } from './written.ts'

/** What the list of a member's transactions can be filtered and sorted by. */
export const transactionColumns = columns({
  transactionDate: { type: 'date', title: 'Date' },
  description: { type: 'string', title: 'What for' },
  clubName: { type: 'string', title: 'Club' },
  dueOn: { type: 'date', title: 'Due' },
  amount: { type: 'number', title: 'Amount' },
  outstanding: { type: 'number', title: 'Open' },
})

/** What a member was charged. */
export const Transaction = z.object({
  transactionId: id,
  memberId: id,
  clubId: id,
  clubName: z.string(),
  /** Pounds; below zero takes an earlier one back. */
  amount: z.number(),
  tax: z.literal(0),
  /** Pounds of the amount that are VAT, and the rate in percent; null: the club wasn't registered. */
  vat: z.nullable(z.number()),
  vatPercent: z.nullable(z.number()),
  transactionDate: date,
  dueOn: date,
  description: z.string(),
  /** One of `transactionCategory`; null for what was charged before there were any. */
  categoryId: z.nullable(z.int()),
  /** What it is for: a product, a class or event, or neither. */
  mode: z.nullable(z.enum(['product', 'event'])),
  productId: z.nullable(id),
  variantId: z.nullable(id),
  /** A class or event, and its day. */
  eventId: z.nullable(id),
  eventDate: z.nullable(date),
  /** How it is to be paid, or was; `savedMethod`: we take it, by direct debit or the saved card. */
  paymentMethodId: z.nullable(z.int()),
  savedMethod: z.boolean(),
  /** The day of the last payment for it; null while some of it is open. */
  paymentDate: z.nullable(date),
  /** Pounds before discounts; null: there were none. */
  fullAmount: z.nullable(z.number()),
  /** It was taken back by another entry. */
  isReversed: z.boolean(),
  /** The order whose line it is of, or takes a part back of: there it is taken back. */
  orderId: z.nullable(id),
  /** On whose page that order is. */
  orderMemberId: z.nullable(id),
  /** The entry that this one takes back. */
  reversesId: z.nullable(id),
  /** Pounds that payments have settled, and what is left. */
  paid: z.number(),
  outstanding: z.number(),
  isOverdue: z.boolean(),
})

export const getTransactions = get('/api/member/GetTransactions/:id', {
  summary: "What a member was charged at the caller's clubs, as a grid; the latest first.",
  access: member('id'),
  input: { ...gridInput },
  output: gridPage(Transaction),
})

/** What became of a refund that a provider makes. */
export const refundStateNames = {
  asked: 'Refund asked for',
  refused: 'Refund refused',
  pending: 'Refund on its way',
  paid: 'Refunded',
  failed: 'Refund came back',
} as const

/** A refund of a payment by the provider that took it: asked for here, or made at its own site. */
export const ProviderRefund = z.object({
  refundId: id,
  /** Pounds. */
  amount: z.number(),
  state: z.enum(['asked', 'refused', 'pending', 'paid', 'failed']),
  stateName: z.string(),
  /** Why it was refused or came back; empty otherwise. */
  cause: z.string(),
  description: z.string(),
  /** ISO 8601, UTC. */
  askedAt: z.string(),
})

/** What a member paid. */
export const Payment = z.object({
  paymentId: id,
  memberId: id,
  clubId: id,
  clubName: z.string(),
  /** Pounds; below zero was given back. */
  amount: z.number(),
  paymentDate: date,
  paymentMethodId: z.nullable(z.int()),
  paymentMethod: z.string(),
  description: z.string(),
  reference: z.string(),
  /** Pounds of it that were given back. */
  returned: z.number(),
  /** Who gives it back: the provider that took it; null: money that was taken by hand, or is lost. */
  refundedBy: z.nullable(z.string()),
  /** What the provider was asked to give back of it, or was made to at its own site; the latest first. */
  refunds: z.array(ProviderRefund),
  /** Of an entry below zero: which payment it gives back, and why. */
  returnsId: z.nullable(id),
  returnReason: z.nullable(z.enum(['correction', 'refund', 'failed', 'charged_back'])),
  /** What it settles, in pounds; less than the amount where some of it is credit. */
  allocations: z.array(z.object({ transactionId: id, description: z.string(), amount: z.number() })),
})

export const getPayments = get('/api/member/GetPayments/:id', {
  summary:
    "What a member paid at the caller's clubs, the latest first: all (500 at most), or what settled one transaction.",
  access: [member('id'), transaction('transactionId')],
  input: { transactionId: z.optional(idText) },
  output: z.array(Payment),
})

export const getCreditBalance = get('/api/member/GetCreditBalance/:id', {
  summary:
    "Payments less charges at the caller's clubs, in pounds: above zero is credit, below is owed; and how old the debt is.",
  access: member('id'),
  output: z.object({
    memberId: id,
    balance: z.number(),
    clubs: z.array(
      z.object({
        ...{ clubId: id, clubName: z.string(), charged: z.number(), paid: z.number(), balance: z.number() },
        /** Of payments and credits what settles nothing yet. */
        credit: z.number(),
        /** What is open, by the days past due: not due yet, 0–7, 8–30, 31–60, 61–90, more. */
        ...{ notDue: z.number(), upTo7: z.number(), upTo30: z.number() },
        ...{ upTo60: z.number(), upTo90: z.number(), over90: z.number() },
      }),
    ),
  }),
})

/** Pounds in whole pence, at most 100,000 either way. */
const pounds = z.number({ error: 'Give an amount in pounds and pence, like 12.50' }).check(
  z.gte(-100_000, { error: 'At most £100,000' }),
  z.lte(100_000, { error: 'At most £100,000' }),
  z.refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, { error: 'At most two decimals' }),
)

/** A day of these years: 0206 and 2999 are slips of the keyboard. */
const day = date.check(
  z.refine(value => value >= '2000-01-01' && value < '2100-01-01', { error: 'Is a day of another century' }),
)

const categoryId = z.literal(Object.values(transactionCategory), { error: 'Choose what it is for' })

const charged = {
  categoryId,
  amount: pounds.check(
    z.refine(value => Math.round(value * 100) !== 0, { error: 'Give an amount; below zero it is a credit' }),
  ),
  transactionDate: day,
  /** When it has to be paid; the day of the transaction where it is left out. */
  dueOn: z._default(z.nullable(day), null),
  description: written(500).check(z.minLength(1, { error: 'Say what it is for' })),
  /** How it was paid, and when; without a day it is owed. */
  paymentMethodId: z._default(z.nullable(z.int()), null),
  paymentDate: z._default(z.nullable(date), null),
}

/** What a person writes down of a transaction. */
export const TransactionFields = z.object(charged).check(context => {
  const { amount, dueOn, paymentDate, paymentMethodId, transactionDate } = context.value
  const wrong = (path: string, message: string) =>
    context.issues.push({ code: 'custom', path: [path], message, input: context.value })
  if (dueOn !== null && dueOn < transactionDate) wrong('dueOn', 'Is before the date of the charge')
  if (paymentDate !== null && paymentMethodId === null) wrong('paymentMethodId', 'Choose how it was paid')
  if (paymentDate !== null && amount < 0) wrong('paymentDate', 'A credit is not paid')
})

export const saveTransaction = post('/api/member/SaveTransaction/:id', {
  summary:
    'Charges a member (transactionId 0), or writes a transaction anew: the old one is taken back, and what had paid it is ' +
    'credit. Tax is always 0. With a paymentDate it is paid at once, by hand; `savedMethod`: to be taken as the ' +
    'membership is paid. Without a clubId: the club of the transaction or event, else the first club of the member where ' +
    'the caller may take payments, an active membership before others. Without a categoryId: by the product or event.',
  access: [
    member('id'),
    may('takePayments', club('clubId')),
    orNew(transaction('transactionId')),
    klass('eventId'),
    treeProduct('productId'),
    treeProductVariant('variantId'),
  ],
  repeats: { memberId: 'id' },
  input: {
    clubId: z.optional(id),
    transactionId: idOrNew,
    mode: z._default(z.nullable(z.enum(['product', 'event'])), null),
    eventId: z._default(z.nullable(id), null),
    eventDate: z._default(z.nullable(date), null),
    /** One piece, at the price that is given. */
    productId: z._default(z.nullable(id), null),
    variantId: z._default(z.nullable(id), null),
    tax: z.optional(z.literal(0, { error: 'Tax is always 0' })),
    savedMethod: z._default(z.boolean(), false),
    ...charged,
    categoryId: z.nullable(categoryId),
  },
  output: z.object({ transactionId: id, memberId: id, paymentId: z.nullable(id) }),
})

const taken = {
  amount: pounds.check(z.gte(0.01, { error: 'Give an amount above £0' })),
  paymentDate: day,
  paymentMethodId: z.int({ error: 'Choose how it was paid' }),
  description: z._default(written(500), ''),
  /** The number of a cheque, the reference of a transfer. */
  reference: z._default(written(100), ''),
}

/** What a person writes down of a payment that was taken by hand. */
export const PaymentFields = z.object(taken)

export const savePayment = post('/api/member/SavePayment/:id', {
  summary:
    'Writes down a payment that was taken by hand: cash, card reader, bank transfer, cheque. It settles the transaction ' +
    'that is named, then what fell due first; the rest is credit. Without a clubId: as SaveTransaction.',
  access: [member('id'), may('takePayments', club('clubId')), orNew(transaction('transactionId'))],
  input: { clubId: z.optional(id), transactionId: idOrNew, ...taken },
  output: z.object({ paymentId: id, memberId: id }),
})

const why = { reason: z._default(written(200), '') }

export const deleteTransaction = post('/api/member/DeleteTransaction/:id', {
  summary: 'Takes a transaction back by an entry that reverses it; what had paid it is credit.',
  access: may('giveCredit', transaction('id')),
  input: why,
  output: z.object({ transactionId: id, memberId: id }),
})

export const deletePayment = post('/api/member/DeletePayment/:id', {
  summary: 'Takes a payment back that was written down by mistake; what it had settled is owed again.',
  access: may('giveCredit', payment('id')),
  input: why,
  output: z.object({ paymentId: id, memberId: id }),
})

export const refundPayment = post('/api/member/RefundPayment/:id', {
  summary:
    'Gives a payment back, or a part of it. One that was taken by hand: writes down that it was. One that a provider took: ' +
    'asks the provider (`refundId`); the ledger has it as soon as that accepts.',
  access: may('giveCredit', payment('id')),
  input: {
    amount: taken.amount,
    /** Of one taken by hand; today where it is left out. A provider gives back now. */
    paymentDate: z.optional(day),
    description: taken.description,
    /**
     * Pounds that had been given back of it as the asker saw it. Another sum is refused: somebody was quicker. A provider's
     * payment is given back with it only.
     */
    returned: z.optional(z.number().check(z.gte(0), z.lte(1_000_000))),
    /** Whether what it had paid is owed again. False: it is given up, by a credit that belongs to each charge. */
    isStillOwed: z._default(z.boolean(), true),
  },
  output: z.object({ paymentId: id, memberId: id, refundId: z.nullable(id) }),
})
