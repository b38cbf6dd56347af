import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { ask, get, id } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { club, may } from './guards.ts'

/** Debt by the days past due, as people read it; the ages are those of `agedDebt` in the ledger. */
export const debtAges = {
  notDue: 'Not due',
  upTo7: '0–7 days',
  upTo30: '8–30',
  upTo60: '31–60',
  upTo90: '61–90',
  over90: '90+ days',
} as const
export type DebtAge = keyof typeof debtAges

/** Pounds: what is open in all, and of it what is how many days past due. */
const ages = {
  owed: z.number(),
  notDue: z.number(),
  upTo7: z.number(),
  upTo30: z.number(),
  upTo60: z.number(),
  upTo90: z.number(),
  over90: z.number(),
}

export const debtColumns = columns({
  memberName: { type: 'string', title: 'Member' },
  code: { type: 'string', title: 'Number' },
  oldestDue: { type: 'date', title: 'Due since' },
  owed: { type: 'number', title: 'Owed' },
  // The oldest beside the name: what matters most is to be seen on a narrow screen too.
  over90: { type: 'number', title: debtAges.over90 },
  upTo90: { type: 'number', title: debtAges.upTo90 },
  upTo60: { type: 'number', title: debtAges.upTo60 },
  upTo30: { type: 'number', title: debtAges.upTo30 },
  upTo7: { type: 'number', title: debtAges.upTo7 },
  notDue: { type: 'number', title: debtAges.notDue },
  isDisputed: { type: 'boolean', title: 'Disputed' },
  chasedOn: { type: 'date', title: 'Last chased' },
  note: { type: 'string', title: 'Note' },
})

export const getDebtors = ask('/api/billing/GetDebtors/:clubId', {
  summary: 'The members with open charges at a club, by how many days each part is past due; the oldest debt first.',
  access: may('seeMoney', club('clubId')),
  input: { ...gridInput },
  output: gridPage(
    z.object({
      memberId: id,
      memberName: z.string(),
      code: z.string(),
      /** When the oldest open charge falls or fell due. */
      oldestDue: date,
      ...ages,
      /** The payer disputes a payment, and nothing is collected until someone releases it. */
      isDisputed: z.boolean(),
      /** When a pay link was last sent. */
      chasedOn: z.nullable(date),
      /** The newest payment note that the caller may read. */
      note: z.nullable(z.string()),
    }),
  ),
})

export const getDebtTotals = get('/api/billing/GetDebtTotals/:clubId', {
  summary: "What is open at a club in all, by age, and what members have in credit: with it the ledger's balance.",
  access: may('seeMoney', club('clubId')),
  output: z.object({
    ...ages,
    members: z.int(),
    /** Pounds due before today, and how many members owe them: what the dashboard shows. */
    overdue: z.number(),
    debtors: z.int(),
    /** Pounds of payments and credits that settle nothing yet. */
    credit: z.number(),
    /** Payments less charges, in pounds: the credit less what is owed. */
    balance: z.number(),
  }),
})

export const getDebtFile = ask('/api/billing/GetDebtFile/:clubId', {
  summary: 'The members with open charges at a club, all of them, as CSV.',
  access: may('seeMoney', club('clubId')),
  needsProof: true,
  output: z.object({ fileName: z.string(), contentType: z.string(), base64: z.string(), lines: z.int() }),
})
