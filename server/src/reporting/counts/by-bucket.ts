import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import type { Count } from '@honbu/contract/kpis/counted.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type Bucket, type CountFor, firstOfMonth, lastOfMonth, todaySql } from '../buckets.ts'
import type { CountRow } from '../subjects.ts'

/** A table of what lies in any of the buckets, for these clubs, up to today by the clock of each. */
export type Facts = (of: CountFor) => RawBuilder<unknown>

/** The clubs of a count, as a list for SQL. */
export const these = (clubIds: readonly number[]): RawBuilder<unknown> => sql`any(${[...clubIds]}::bigint[])`

/** The buckets as a table: bucket (its place in the list), starts, ends. */
export const bucketTable = (buckets: readonly Bucket[]): RawBuilder<unknown> => sql`(
  select (place - 1)::integer as bucket, starts, ends
  from unnest(${buckets.map(({ from }) => from)}::date[], ${buckets.map(({ until }) => until)}::date[])
    with ordinality as given (starts, ends, place)
)`

/** The days of months, and of the month before each: bucket, starts (its 1st), day, and whether it is in the month itself. */
export const daysWithBefore = (months: readonly Bucket[]): RawBuilder<unknown> => sql`(
  select bucket, starts, day::date, day >= starts as is_own
  from ${bucketTable(months)} month, generate_series(starts - interval '1 month', ends::timestamp, interval '1 day') day
)`

/** The months and those before them: where what lies in `daysWithBefore` is to be read. */
export const withMonthsBefore = (months: readonly Bucket[]): Bucket[] => [...months, ...monthsOf(months, -1)]

/** The month so many after that in which each bucket begins, whole. */
export const monthsOf = (buckets: readonly Bucket[], after: number): Bucket[] =>
  buckets.map(({ from }) => {
    const first = addMonths(firstOfMonth(from), after)
    return { from: first, until: lastOfMonth(first) }
  })

/** Is a day in any of the buckets, and not after today? With `club` in reach. As few spans as there are, for the index. */
export function isIn(day: Expression<unknown>, { buckets, now }: CountFor): RawBuilder<boolean> {
  const spans = spansOf(buckets).map(({ from, until }) => sql`${day} between ${from}::date and ${until}::date`)
  return sql`(${spans.length === 0 ? sql`false` : sql.join(spans, sql` or `)}) and ${day} <= ${todaySql(now)}`
}

/** Is an instant on one of these days, by the clock of `club`? A day to either side is for the index. */
export function isInAt(at: Expression<unknown>, of: CountFor): RawBuilder<boolean> {
  const spans = spansOf(of.buckets)
  const [from, until] = [spans[0]?.from ?? '0001-01-02', spans.at(-1)?.until ?? '0001-01-02']
  return sql`${at} >= ${from}::date - interval '1 day' and ${at} < ${until}::date + interval '2 days'
    and ${isIn(dayAt(at), of)}`
}

/** The first of the month of a day: by no clock, which a cast to an instant would ask. */
export const monthOf = (day: RawBuilder<unknown>): RawBuilder<string> =>
  sql`date_trunc('month', ${day}::timestamp)::date`

/** The day of an instant by the clock of `club`. */
export const dayAt = (at: Expression<unknown>): RawBuilder<string> => sql`(${at} at time zone club.time_zone)::date`

/** The days of the buckets in their order; what overlaps, or follows on the day after, is one span. */
export function spansOf(buckets: readonly Bucket[]): Bucket[] {
  const spans: { from: string; until: string }[] = []
  for (const { from, until } of buckets.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = spans.at(-1)
    if (!last || from > addDays(last.until, 1)) spans.push({ from, until })
    else if (until > last.until) last.until = until
  }
  return spans
}

/**
 * Adds up facts by club and bucket. `facts` is a table with club_id and day, `sums` are aggregates over it: first by day, so
 * that each fact is read once, however many buckets it lies in.
 */
export async function countByDay<Name extends Count>(
  db: Db,
  of: CountFor,
  facts: RawBuilder<unknown>,
  sums: Readonly<Record<Name, RawBuilder<unknown>>>,
): Promise<CountRow<Name>[]> {
  const names = Object.keys(sums) as Name[]
  const daily = names.map(name => sql`${sums[name]} as ${sql.ref(name)}`)
  const added = names.map(name => sql`sum(daily.${sql.ref(name)})::bigint as ${sql.ref(name)}`)
  const { rows } = await sql<CountRow<Name>>`
    with daily as materialized (
      select club_id, day, ${sql.join(daily)} from ${facts} fact group by club_id, day
    )
    select daily.club_id as "clubId", bucket.bucket, ${sql.join(added)}
    from ${bucketTable(of.buckets)} bucket join daily on daily.day between bucket.starts and bucket.ends
    group by daily.club_id, bucket.bucket`.execute(db)
  return rows
}

/** Of one member's days, as `daysWithBefore` has them: the first and the last in the month, as numbers. */
export const ownDays = sql`extract(day from min(day) filter (where is_own))::integer as first_day,
  extract(day from max(day) filter (where is_own))::integer as last_day`

/**
 * Rows of `one` (club_id, bucket, last: a month or null, first_day, last_day), as `DayRow`: counted by the first day and the
 * month before, and once more by the last day.
 */
export const dayRows = sql`
  select club_id as "clubId", bucket, case when grouping(last) = 0 then coalesce(last::text, '') end as last,
    coalesce(first_day, last_day) as day, count(*) as members
  from one
  group by grouping sets ((club_id, bucket, last, first_day), (club_id, bucket, last_day))`
