import { memberStatus } from '@honbu/contract/ids.ts'
import { followUpDays } from '@honbu/contract/marketing.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { type Cohort, daysWaiting, leadsSql } from './leads-sql.ts'

export interface Steps {
  readonly enquiries: number
  readonly prospects: number
  readonly trials: number
  readonly joins: number
}

interface Named extends Steps {
  /** Null: of none. */
  readonly id: number | null
  readonly name: string
}

export interface Funnel {
  readonly total: Steps
  readonly medianDaysToClass: number | null
  /** Who has waited for `followUpDays` and more for anything to be booked. */
  readonly waiting: number
  /** Only months to which somebody came. */
  readonly byMonth: readonly (Steps & { readonly month: string })[]
  readonly bySource: readonly Named[]
  readonly byClass: readonly Named[]
  readonly byClub: readonly Named[]
  /** Of those who are not interested; null: none was given. */
  readonly reasons: readonly { readonly id: number | null; readonly name: string; readonly count: number }[]
}

interface FunnelOf extends Cohort {
  /** Left out: all; 0: of no source. */
  readonly sourceId?: number | undefined
  readonly classId?: number | undefined
  readonly today: string
}

interface Row extends Steps {
  by: 'total' | 'month' | 'source' | 'class' | 'club' | 'reason'
  month: string | null
  id: number | null
  name: string | null
  medianDays: number | null
  waiting: number
  declined: number
}

/** All figures of a cohort, by one reading of it. */
export async function funnelOf(db: Db, { sourceId, classId, today, ...cohort }: FunnelOf): Promise<Funnel> {
  const ofSource = sourceId === 0 ? sql`source_id is null` : sql`source_id = ${sourceId}::bigint`
  // Classes of several clubs are often called alike.
  const home = cohort.clubIds.length > 1 ? sql`' [' || home.code || ']'` : sql`''`
  const { rows } = await sql<Row>`
    with lead as materialized (
      select *, date_trunc('month', came_on)::date as month from ${leadsSql(cohort)} came
      where ${sourceId === undefined ? sql`true` : ofSource}
        and ${classId === undefined ? sql`true` : sql`class_id = ${classId}::bigint`}
    ), figures as (
      select case grouping(month, source_id, class_id, club_id, reason_id)
          when 31 then 'total' when 15 then 'month' when 23 then 'source' when 27 then 'class' when 29 then 'club'
          else 'reason' end as by,
        month, source_id, class_id, club_id, reason_id,
        count(*) as enquiries,
        count(*) filter (where step >= 2) as prospects,
        count(*) filter (where step >= 3) as trials,
        count(*) filter (where step >= 4) as joins,
        count(*) filter (where member_status_id = ${sql.lit(memberStatus.notInterested)}) as declined,
        count(*) filter (where ${daysWaiting(today)} >= ${sql.lit(followUpDays)}) as waiting,
        percentile_cont(0.5) within group (order by attended_on - came_on) as median_days
      from lead
      group by grouping sets ((), (month), (source_id), (class_id), (club_id), (reason_id))
    )
    select by, month, coalesce(source_id, class_id, figures.club_id, reason_id) as id,
      coalesce(source.name, class.class_name || ${home}, club.name, reason.name) as name,
      enquiries, prospects, trials, joins, waiting, declined, median_days as "medianDays"
    from figures
    left join lookup source on source.id = source_id
    left join class on class.id = class_id
    left join club on club.id = figures.club_id
    left join club home on home.id = class.club_id
    left join not_interested_reason reason on reason.id = reason_id
    order by month, enquiries desc, name, id`.execute(db)
  const steps = ({ enquiries, prospects, trials, joins }: Steps) => ({ enquiries, prospects, trials, joins })
  const named = (by: Row['by'], none: string) =>
    rows.filter(row => row.by === by).map(row => ({ id: row.id, name: row.name ?? none, ...steps(row) }))
  const [total] = rows.filter(row => row.by === 'total')
  return {
    total: total ? steps(total) : { enquiries: 0, prospects: 0, trials: 0, joins: 0 },
    waiting: total?.waiting ?? 0,
    medianDaysToClass: total?.medianDays ?? null,
    byMonth: rows.flatMap(row => (row.by === 'month' && row.month ? [{ month: row.month, ...steps(row) }] : [])),
    bySource: named('source', 'Not known'),
    byClass: named('class', 'No class yet'),
    byClub: named('club', ''),
    reasons: rows.flatMap(({ by, id, name, declined }) =>
      by === 'reason' && declined > 0 ? [{ id, name: name ?? 'No reason given', count: declined }] : [],
    ),
  }
}

/** What is compared is a share of the enquiries, so a club to which nobody came has none. */
export interface Others {
  readonly clubs: number
  readonly prospects: number
  readonly trials: number
  readonly joins: number
}

/** From three clubs on nobody can work out the figures of one. */
const fewestOthers = 3

/** @returns medians in per cent of the enquiries; null for too few clubs */
export function mediansOf(clubs: readonly Steps[]): Others | null {
  const compared = clubs.filter(({ enquiries }) => enquiries > 0)
  if (compared.length < fewestOthers) return null
  const median = (step: Exclude<keyof Steps, 'enquiries'>) => {
    const shares = compared.map(each => (each[step] / each.enquiries) * 100).sort((a, b) => a - b)
    const middle = Math.floor(shares.length / 2)
    const upper = shares[middle] ?? 0
    return Math.round((shares.length % 2 === 1 ? upper : (upper + (shares[middle - 1] ?? 0)) / 2) * 10) / 10
  }
  return { clubs: compared.length, prospects: median('prospects'), trials: median('trials'), joins: median('joins') }
}
