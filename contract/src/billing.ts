import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, id, idText, member, transaction } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'

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
  transactionDate: date,
  dueOn: date,
  description: z.string(),
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
  summary: "Payments less charges at the caller's clubs, in pounds: above zero is credit, below is owed.",
  access: member('id'),
  output: z.object({
    memberId: id,
    balance: z.number(),
    clubs: z.array(
      z.object({ clubId: id, clubName: z.string(), charged: z.number(), paid: z.number(), balance: z.number() }),
    ),
  }),
})
