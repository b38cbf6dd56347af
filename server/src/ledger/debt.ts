import { daysBetween } from '@honbu/contract/calendar.ts'
import { currency } from '@honbu/contract/format.ts'

/** What of a member's charges is past due and open. */
export interface Overdue {
  readonly pence: number
  /** When the oldest open charge fell due; null when nothing is open. */
  readonly oldestDue: string | null
}

/** "£35.00 overdue, 12 days"; empty when nothing is. */
export function debtInfo({ pence, oldestDue }: Overdue, today: string): string {
  if (pence <= 0 || oldestDue === null) return ''
  const days = daysBetween(oldestDue, today)
  return `${currency(pence / 100)} overdue, ${days === 1 ? '1 day' : `${days} days`}`
}
