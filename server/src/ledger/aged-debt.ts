import { daysBetween } from '@honbu/contract/calendar.ts'

/** What is open of a charge, and when it falls or fell due. */
export interface OpenCharge {
  readonly pence: number
  readonly dueOn: string
}

/** Pence by the days past due. What falls due today is 0 days past, and not overdue yet. */
export interface AgedDebt {
  readonly notDue: number
  readonly upTo7: number
  readonly upTo30: number
  readonly upTo60: number
  readonly upTo90: number
  readonly over90: number
}

/** How old a debt is: 0–7, 8–30, 31–60, 61–90 days past due, and more. */
export function agedDebt(open: readonly OpenCharge[], today: string): AgedDebt {
  const aged = { notDue: 0, upTo7: 0, upTo30: 0, upTo60: 0, upTo90: 0, over90: 0 }
  for (const { pence, dueOn } of open) aged[bucketOf(daysBetween(dueOn, today))] += pence
  return aged
}

function bucketOf(days: number): keyof AgedDebt {
  if (days < 0) return 'notDue'
  if (days <= 7) return 'upTo7'
  if (days <= 30) return 'upTo30'
  if (days <= 60) return 'upTo60'
  return days <= 90 ? 'upTo90' : 'over90'
}
