import { memberStatus } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type CountFor, fewestMonths, todaySql } from '../buckets.ts'
import { keptRows } from '../kept/rows.ts'
import { bucketTable, these } from './by-bucket.ts'

/** How many months the table of those who joined goes on after the one in which they did. */
export const monthsAfter = 12

/** So far goes what became of them. */
export const lastDay = '9999-12-31'

/**
 * So many who joined in a month, and were members from the Nth evening after it until another; or, where `is_join`, who
 * joined in it at all.
 */
export interface CohortRun extends Record<'from' | 'until' | 'count', number> {
  month: string
  is_join: boolean
}

/** Of all who have joined since the first day of a bucket: any later day may change it. */
export const cohortRuns = keptRows<CohortRun>({
  ...{ name: 'cohorts', reads: ['members'], by: 'bucket' },
  columns: ['month', 'is_join', 'from', 'until', 'count'],
  sql: ({ clubIds, buckets, now }) => sql`(
    with joiner as materialized (
      select span.club_id, given.bucket, span.club_member_id, date_trunc('month', span.from_on)::date as month
      from membership_span span join club on club.id = span.club_id
      join ${bucketTable(buckets)} given on span.from_on between given.starts and given.ends
      where span.club_id = ${these(clubIds)} and span.is_active <> span.was_active and span.is_active and span.runs = 1
        and span.from_on <= ${todaySql(now)}
    )
    select joiner.club_id, joiner.bucket, joiner.month, false as is_join, (${monthsAfterSql(sql`span.from_on`)}) as from,
      case when span.until_on = 'infinity' then ${sql.lit(monthsAfter)}
        else least(${monthsAfterSql(sql`span.until_on`)} - 1, ${sql.lit(monthsAfter)}) end as until,
      count(*)
    from joiner join membership_span span on span.club_member_id = joiner.club_member_id
    where span.status_id in (${sql.lit(active)}, ${sql.lit(issue)}) and span.from_on < span.until_on
    group by 1, 2, 3, 5, 6
    union all
    select club_id, bucket, month, true, 0, 0, count(*) from joiner group by 1, 2, 3
  )`,
})

const { active, issue } = memberStatus

/** Whole calendar months from that of joining to that of a day. */
const monthsAfterSql = (day: RawBuilder<unknown>) => sql`(
  (extract(year from ${day}) - extract(year from joiner.month)) * 12
    + extract(month from ${day}) - extract(month from joiner.month))::integer`

/** From how many whole months on; each group ends where the next begins. */
export const staySteps = [
  [0, 'Under 1 month'],
  [1, '1 to 2 months'],
  [3, '3 to 5 months'],
  [6, '6 to 11 months'],
  [12, '1 year'],
  [24, '2 to 4 years'],
  [60, '5 years and more'],
] as const

/** Who left: for which reason, and after how many months, all of theirs added up. */
interface Leavers extends Record<'step' | 'count' | 'months', number> {
  reason: string
}

export const leavers = keptRows<Leavers>({
  ...{ name: 'leavers', reads: ['members'] },
  columns: ['reason', 'step', 'count', 'months'],
  sql: ({ clubIds, buckets, now }) => sql`(
    select club_id, bucket, reason, width_bucket(months, ${staySteps.map(([from]) => from)}::int[]) - 1 as step, count(*),
      sum(months) as months
    from (
      select span.club_id, part.bucket, left(coalesce(change.reason, ''), 43) as reason,
        whole_months(span.run_from, span.from_on) as months
      from membership_span span
      join club on club.id = span.club_id
      join ${bucketTable(buckets)} part on span.from_on between part.starts and part.ends
      left join member_status_change change on change.id = span.ordinal
      where span.club_id = ${these(clubIds)} and span.is_active <> span.was_active and span.was_active
        and span.from_on <= ${todaySql(now)}
    ) left_on
    group by 1, 2, 3, 4
  )`,
})

/** Of the months that are asked for most. */
export const cohortsAhead = {
  of: async (db: Db, { buckets, ...of }: CountFor) => {
    const first = (months: number) => buckets.at(-months)?.from
    const starts = [first(fewestMonths), first(buckets.length)].flatMap(from => (from ? [from] : []))
    await cohortRuns.of(db, { ...of, buckets: starts.map(from => ({ from, until: lastDay })) })
  },
}
