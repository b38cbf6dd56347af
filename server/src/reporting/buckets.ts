import { addDays, addMonths, daysBetween } from '@honbu/contract/calendar.ts'
import { type RawBuilder, sql } from 'kysely'

/** Days of which something is counted, both of them included. */
export interface Bucket {
  readonly from: string
  readonly until: string
}

export const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`
export const lastOfMonth = (day: string) => addDays(addMonths(firstOfMonth(day), 1), -1)

/** As many days or whole months earlier as the period is long; where it still runs, to the same day of it. */
export function before(period: Bucket, today: string): Bucket {
  const months = wholeMonths(period)
  if (months === null) {
    const days = daysBetween(period.from, period.until) + 1
    return cut(period, today, {
      from: addDays(period.from, -days),
      until: addDays(period.until, -days),
      sameDay: day => addDays(day, -days),
    })
  }
  return monthsEarlier(period, today, months)
}

/** The same days a year earlier, likewise. */
export const yearBefore = (period: Bucket, today: string): Bucket => monthsEarlier(period, today, 12)

function monthsEarlier(period: Bucket, today: string, months: number): Bucket {
  const until = addMonths(period.until, -months)
  return cut(period, today, {
    from: addMonths(period.from, -months),
    until: period.until === lastOfMonth(period.until) ? lastOfMonth(until) : until,
    sameDay: day => addMonths(day, -months),
  })
}

interface Earlier extends Bucket {
  readonly sameDay: (day: string) => string
}

const cut = (period: Bucket, today: string, { from, until, sameDay }: Earlier): Bucket => ({
  from,
  until: period.from <= today && today < period.until ? sameDay(today) : until,
})

/** How many months a period is, from a 1st to the last day of a month; null for any other. */
function wholeMonths({ from, until }: Bucket): number | null {
  if (from !== firstOfMonth(from) || until !== lastOfMonth(until)) return null
  return months(from, until)
}

const months = (from: string, until: string) =>
  (Number(until.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(until.slice(5, 7)) - Number(from.slice(5, 7)) + 1

/** So many months are shown at least. */
export const fewestMonths = 13
const mostMonths = 60

/** The months up to the one in which a period ends, or the running one: 13, or as many as the period has. */
export function monthsUpTo({ from, until }: Bucket, today: string): Bucket[] {
  const last = firstOfMonth(until < today || from > today ? until : today)
  const count = Math.min(mostMonths, Math.max(fewestMonths, months(from, last)))
  return Array.from({ length: count }, (_, index) => {
    const first = addMonths(last, index - count + 1)
    return { from: first, until: lastOfMonth(first) }
  })
}

/** Which clubs and days are counted, and by which clock. */
export interface CountFor {
  readonly clubIds: readonly number[]
  readonly buckets: readonly Bucket[]
  readonly now: Date
  /** Nobody waits for it. */
  readonly isAhead?: boolean
}

/**
 * The evenings on which a bucket begins and ends, each once, in order. What adds up over days is counted up to each of
 * them, in one reading whatever the number of buckets; what lies in a bucket is a difference.
 */
export function eveningsOf(buckets: readonly Bucket[]): string[] {
  return [...new Set(buckets.flatMap(({ from, until }) => [addDays(from, -1), until]))].sort()
}

/** The first evening, counted from 0, at which something has happened that happened on a day: SQL over a date. */
export const eveningSql = (day: RawBuilder<unknown>, evenings: readonly string[]): RawBuilder<number> =>
  sql`width_bucket(${day} - 1, ${evenings}::date[])`

/** Today by the clock of each club: SQL over `club`. */
export const todaySql = (now: Date): RawBuilder<string> => sql`(${now}::timestamptz at time zone club.time_zone)::date`
