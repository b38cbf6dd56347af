import type { Counted } from './counted.ts'

/** How a number is written: a money is pounds, a percent is 0 to 100. */
export type Unit = 'count' | 'money' | 'percent' | 'decimal' | 'months' | 'days'

/** A list behind a figure: see `reportLists` in reporting.ts. */
export type ReportListName =
  | 'active'
  | 'trials'
  | 'frozen'
  | 'recurring'
  | 'free'
  | 'newMembers'
  | 'trialBookings'
  | 'birthdays'
  | 'joins'
  | 'rejoins'
  | 'lapses'
  | 'recaptured'
  | 'atRisk'
  | 'attended'
  | 'sessions'
  | 'unregistered'
  | 'visitors'
  | 'enquiries'
  | 'joined'
  | 'due'
  | 'collected'
  | 'pending'
  | 'taken'
  | 'returned'
  | 'submitted'
  | 'failed'
  | 'recovered'
  | 'debt'
  | 'sales'
  | 'graded'
  | 'passed'
  | 'ready'
  | 'sent'
  | 'bounced'
  | 'unsubscribed'
  | 'tasksDone'
  | 'tasksOverdue'
  | 'membershipRevenue'
  | 'vat'

export interface Kpi {
  readonly title: string
  readonly unit: Unit
  /** The definition in words, as it stands behind the "i". */
  readonly words: string
  /** Null where nothing can be said: nobody to divide by. */
  readonly value: (counted: Counted) => number | null
  /** Which way is good; null: neither. */
  readonly better: 'more' | 'less' | null
  /** What the figure opens. */
  readonly list: ReportListName | null
}

/** Null where there is nothing to divide by. */
export const ratio = (part: number, of: number): number | null => (of > 0 ? part / of : null)
/** 0 to 100. */
export const percent = (part: number, of: number): number | null => (of > 0 ? (100 * part) / of : null)
/** Of pence. */
export const pounds = (pence: number | null): number | null => (pence === null ? null : Math.round(pence) / 100)
