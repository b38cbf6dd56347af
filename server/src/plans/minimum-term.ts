import { addDays, addMonths, daysBetween } from '@honbu/contract/calendar.ts'

interface Agreed {
  readonly memberSince: string | null
  readonly minimumMonths: number | null
  readonly noticeDays: number
  /** Frozen days extend the minimum term; `until` null is an open end. */
  readonly freezes: readonly { readonly from: string; readonly until: string | null }[]
}

export interface Bound {
  /** The last day that a member pays for if they leave. */
  readonly until: string
  readonly by: 'term' | 'notice'
}

/** Returns the day up to which a member is bound if they give notice today; null if they can leave today. */
export function boundOf({ memberSince, minimumMonths, noticeDays, freezes }: Agreed, today: string): Bound | null {
  const term = memberSince !== null && minimumMonths ? termEnd(memberSince, minimumMonths, freezes, today) : today
  const notice = addDays(today, noticeDays)
  if (term > today && term >= notice) return { until: term, by: 'term' }
  return notice > today ? { until: notice, by: 'notice' } : null
}

/** Returns the last day of a minimum term, extended by each frozen day before it. */
export function termEnd(since: string, months: number, freezes: Agreed['freezes'], today: string): string {
  let end = addDays(addMonths(since, months), -1)
  for (const { from, until } of freezes.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    if (from > end) break
    const first = from < since ? since : from
    // An open end counts as far as today.
    const last = until ?? today
    end = addDays(end, Math.max(0, daysBetween(first, last) + 1))
  }
  return end
}
