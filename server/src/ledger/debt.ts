import { daysBetween } from '@honbu/contract/calendar.ts'
import { currency } from '@honbu/contract/format.ts'
import { type RawBuilder, sql } from 'kysely'

/** SQL for whether a member disputes a payment to a club, so that nothing is collected from them. */
export const hasDispute = (memberId: RawBuilder<unknown>, clubId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from collection_hold hold
  where hold.member_id = ${memberId} and hold.club_id = ${clubId} and hold.released_at is null)`

/** What of a member's charges is past due and open. */
export interface Overdue {
  readonly pence: number
  /** When the oldest open charge fell due; null when nothing is open. */
  readonly oldestDue: string | null
  readonly isDisputed: boolean
}

/** "£35.00 overdue, 12 days" or "£35.00 disputed"; empty when nothing is. */
export function debtInfo({ pence, oldestDue, isDisputed }: Overdue, today: string): string {
  if (pence <= 0 || oldestDue === null) return ''
  if (isDisputed) return `${currency(pence / 100)} disputed`
  const days = daysBetween(oldestDue, today)
  return `${currency(pence / 100)} overdue, ${days === 1 ? '1 day' : `${days} days`}`
}
