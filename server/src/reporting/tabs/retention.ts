import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import type { KpiName } from '@honbu/contract/kpis.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Read } from '../../platform/route.ts'
import { type Bucket, todaySql } from '../buckets.ts'
import { countsOf } from '../count.ts'
import { column, monthByMonth, type Report, type Section, sideBySide } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = ['churn', 'lapses', 'recaptured', 'stay']
const byClub: readonly KpiName[] = ['churn', 'lapses', 'recaptured', 'atRisk', 'stay', 'ltv', 'ltvByStay']

export const retention: Tab = {
  needs: countsOf(byClub),
  needsByMonth: countsOf(byMonth),
  sections: async (read, report) => [
    monthByMonth(report, { names: byMonth, drawn: ['churn'] }),
    ...(await Promise.all([cohorts(read, report), reasons(read, report), stays(read, report)])),
    ...sideBySide(report, byClub),
  ],
}

const { active, issue } = memberStatus

/** How many months the table goes on after the one in which they joined. */
const monthsAfter = 12

/** So many who joined in a month, and were members from the Nth evening after it until another. */
interface Run {
  month: string
  from: number
  until: number
  count: number
}

/**
 * Those who joined in a month, and how many of them are members on the last evening of the Nth month after it: 0 is that of
 * the month itself. Who is frozen has not left.
 */
async function cohorts({ db }: Read, { scope, months }: Report): Promise<Section> {
  const { clubIds, today, now } = scope
  const first = months[0]?.from ?? today
  const last = months.at(-1)?.until ?? today
  const { rows } = await sql<Run>`
    with joiner as materialized (
      select span.club_member_id, date_trunc('month', span.from_on)::date as month
      from membership_span span join club on club.id = span.club_id
      where span.club_id = any(${[...clubIds]}) and span.is_active <> span.was_active and span.is_active and span.runs = 1
        and span.from_on between ${first}::date and ${last}::date and span.from_on <= ${todaySql(now)}
    )
    select joiner.month, (${monthsAfterSql(sql`span.from_on`)}) as from,
      case when span.until_on = 'infinity' then ${sql.lit(monthsAfter)} else ${monthsAfterSql(sql`span.until_on`)} - 1 end as until,
      count(*)
    from joiner
    join membership_span span on span.club_member_id = joiner.club_member_id
    where span.status_id in (${sql.lit(active)}, ${sql.lit(issue)}) and span.from_on < span.until_on
    group by 1, 2, 3 order by 1`.execute(db)
  const joined = await joinedByMonth(db, scope, { from: first, until: last })
  const isStill = (month: string, n: number) =>
    rows.reduce((sum, run) => (run.month === month && run.from <= n && run.until >= n ? sum + run.count : sum), 0)
  return {
    ...{ key: 'cohorts', title: 'Who joined, and is still here', draw: 'heat' },
    words:
      'Of those who joined in a month for the first time: per cent who are members (active or issue, frozen or not) on the ' +
      'last evening of the month N months later. Months that have not ended are empty.',
    columns: [
      column('month', 'Joined in', 'month'),
      column('joined', 'Joined', 'count', { list: 'joins' }),
      ...Array.from({ length: monthsAfter + 1 }, (_, n) => column(`m${n}`, `+${n}`, 'percent', { isDrawn: true })),
    ],
    rows: joined.map(({ month, count }) => ({
      cells: [
        month,
        count,
        ...Array.from({ length: monthsAfter + 1 }, (_, n) =>
          addMonths(month, n + 1) > today ? null : (100 * isStill(month, n)) / count,
        ),
      ],
      where: { from: month, until: addDays(addMonths(month, 1), -1) },
    })),
    total: null,
  }
}

/** Whole calendar months from that of joining to that of a day. */
const monthsAfterSql = (day: RawBuilder<unknown>) => sql`(
  (extract(year from ${day}) - extract(year from joiner.month)) * 12
    + extract(month from ${day}) - extract(month from joiner.month))::integer`

async function joinedByMonth(db: Db, { clubIds, now }: Report['scope'], { from, until }: Bucket) {
  const { rows } = await sql<{ month: string; count: number }>`
    select date_trunc('month', span.from_on)::date as month, count(*)
    from membership_span span join club on club.id = span.club_id
    where span.club_id = any(${[...clubIds]}) and span.is_active <> span.was_active and span.is_active and span.runs = 1
      and span.from_on between ${from}::date and ${until}::date and span.from_on <= ${todaySql(now)}
    group by 1 order by 1`.execute(db)
  return rows
}

async function reasons({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period, now } = scope
  const { rows } = await sql<{ reason: string; count: number; months: number }>`
    select left(coalesce(change.reason, ''), 43) as reason, count(*), avg(whole_months(span.run_from, span.from_on))::float8 as months
    from membership_span span
    join club on club.id = span.club_id
    left join member_status_change change on change.id = span.ordinal
    where span.club_id = any(${[...clubIds]}) and span.is_active <> span.was_active and span.was_active
      and span.from_on between ${period.from}::date and ${period.until}::date and span.from_on <= ${todaySql(now)}
    group by 1 order by 2 desc, 1`.execute(db)
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  return {
    ...{ key: 'reasons', title: 'Why they left', words: 'The reason given when the membership lapsed.', draw: 'bar' },
    columns: [
      column('reason', 'Reason', 'text'),
      column('count', 'Lapsed', 'count', { isDrawn: true, list: 'lapses' }),
      column('share', 'Of all', 'percent'),
      column('months', 'Months stayed', 'months'),
    ],
    rows: rows.map(({ reason, count, months }) => ({
      cells: [reason || 'None given', count, (100 * count) / all, months],
      where: { group: `reason:${reason}` },
    })),
    total: null,
  }
}

/** From how many whole months on; each group ends where the next begins. */
const steps = [
  [0, 'Under 1 month'],
  [1, '1 to 2 months'],
  [3, '3 to 5 months'],
  [6, '6 to 11 months'],
  [12, '1 year'],
  [24, '2 to 4 years'],
  [60, '5 years and more'],
] as const

async function stays({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period, now } = scope
  const { rows } = await sql<{ step: number; count: number }>`
    select width_bucket(whole_months(span.run_from, span.from_on), ${steps.map(([from]) => from)}::int[]) - 1 as step, count(*)
    from membership_span span
    join club on club.id = span.club_id
    where span.club_id = any(${[...clubIds]}) and span.is_active <> span.was_active and span.was_active
      and span.from_on between ${period.from}::date and ${period.until}::date and span.from_on <= ${todaySql(now)}
    group by 1`.execute(db)
  const counts = new Map(rows.map(({ step, count }) => [step, count]))
  return {
    ...{ key: 'stays', title: 'How long they stayed', draw: 'bar' },
    words: 'Whole months from joining, or coming back, to lapsing.',
    columns: [column('stay', 'Stayed', 'text'), column('count', 'Lapsed', 'count', { isDrawn: true, list: 'lapses' })],
    rows: steps.map(([from, title], index) => ({
      cells: [title, counts.get(index) ?? 0],
      where: { group: `months:${from}-${(steps[index + 1]?.[0] ?? 10_000) - 1}` },
    })),
    total: null,
  }
}
