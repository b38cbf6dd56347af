import { addDays, daysBetween, todayIn } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import type { Count } from '@honbu/contract/kpis.ts'
import { sql } from 'kysely'
import { type CountFor, eveningSql, eveningsOf, todaySql } from '../buckets.ts'
import type { Subject } from '../subjects.ts'
import { frozenSql, piecesSql } from './member-sql.ts'

/** What is so on an evening. */
const states = ['active', 'issue', 'frozen', 'free', 'trials', 'yearly'] as const
/** What has happened up to an evening. */
const flows = ['joins', 'rejoins', 'recaptured', 'lapses', 'leaverMonths'] as const

const counts = [
  'activeAtStart',
  'activeAtEnd',
  'issueAtEnd',
  'frozenAtEnd',
  'freeAtEnd',
  'trialsAtEnd',
  'mrr',
  'memberDays',
  'joins',
  'rejoins',
  'recaptured',
  'lapses',
  'leavers',
  'leaverMonths',
] as const satisfies readonly Count[]

export const members: Subject<(typeof counts)[number]> = { counts, count: countMembers }

type Sums = Record<(typeof states)[number] | (typeof flows)[number] | 'activeDays', number>
interface Row extends Sums {
  clubId: number
  evening: number
}

async function countMembers(db: Parameters<typeof members.count>[0], { clubIds, buckets, now }: CountFor) {
  const evenings = eveningsOf(buckets)
  const [{ rows }, clubs] = await Promise.all([
    happened({ clubIds, evenings, now }).execute(db),
    db
      .selectFrom('club')
      .select(['id', 'time_zone'])
      .where('id', 'in', [0, ...clubIds])
      .execute(),
  ])
  const found = Map.groupBy(rows, row => row.clubId)
  return clubs.flatMap(({ id: clubId, time_zone }) => {
    const upTo = cumulate(found.get(clubId) ?? [], evenings)
    const today = todayIn(time_zone, now)
    return buckets.map(({ from, until }, bucket) => {
      const start = upTo(addDays(from, -1))
      const end = upTo(until)
      return {
        ...{ clubId, bucket },
        activeAtStart: start.active,
        activeAtEnd: end.active,
        issueAtEnd: end.issue,
        frozenAtEnd: end.frozen,
        freeAtEnd: end.free,
        trialsAtEnd: end.trials,
        mrr: end.yearly / 12,
        memberDays: daysUpTo(end, until < today ? until : today) - daysUpTo(start, least(addDays(from, -1), today)),
        joins: end.joins - start.joins,
        rejoins: end.rejoins - start.rejoins,
        recaptured: end.recaptured - start.recaptured,
        lapses: end.lapses - start.lapses,
        leavers: end.lapses - start.lapses,
        leaverMonths: end.leaverMonths - start.leaverMonths,
      }
    })
  })
}

const least = (a: string, b: string) => (a < b ? a : b)

/** Each change counts for the evening of its day and every later one. */
const daysUpTo = ({ active, activeDays }: Sums, evening: string) =>
  (daysBetween(epoch, evening) + 1) * active - activeDays

const epoch = '1970-01-01'

const nothing: Sums = {
  ...{ active: 0, issue: 0, frozen: 0, free: 0, trials: 0, yearly: 0, activeDays: 0 },
  ...{ joins: 0, rejoins: 0, recaptured: 0, lapses: 0, leaverMonths: 0 },
}

function cumulate(rows: readonly Row[], evenings: readonly string[]): (evening: string) => Sums {
  const sums = { ...nothing }
  const upTo = new Map<string, Sums>()
  const byEvening = new Map(rows.map(row => [row.evening, row]))
  for (const [index, evening] of evenings.entries()) {
    const row = byEvening.get(index)
    if (row) for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += row[name]
    upTo.set(evening, { ...sums })
  }
  return evening => upTo.get(evening) ?? nothing
}

/** What changed, summed up by club and by the first evening that it counts for. */
const happened = ({
  clubIds,
  evenings,
  now,
}: Pick<CountFor, 'clubIds' | 'now'> & { evenings: readonly string[] }) => sql<Row>`
  with piece as materialized (select * from ${piecesSql(clubIds)} piece where from_on < until_on),
  state as (
    -- A membership goes on, on the terms of those days.
    select club_id, from_on, until_on, is_paid::int as active,
      (is_paid and status_id = ${sql.lit(memberStatus.issue)})::int as issue, 0 as frozen, (not is_paid)::int as free,
      0 as trials, case when is_paid then pence_a_year(pence, sub_frequency_id) else 0 end as yearly
    from piece
    union all
    -- A freeze takes it out, and puts its own price in the place of the other.
    select club_id, from_on, until_on, -1, -(status_id = ${sql.lit(memberStatus.issue)})::int, 1, 0, 0,
      pence_a_year(frozen_pence, sub_frequency_id) - pence_a_year(pence, sub_frequency_id)
    from ${frozenSql(sql`piece`)} frozen where from_on < until_on
    union all
    select span.club_id, greatest(span.from_on, own.trial_start), span.until_on, 0, 0, 0, 0, 1, 0
    from membership_span span join club_member own on own.id = span.club_member_id
    where span.club_id = any(${[...clubIds]}) and span.status_id = ${sql.lit(memberStatus.prospect)}
      and greatest(span.from_on, own.trial_start) < span.until_on and own.trial_start is not null
  ), change as (
    select club_id, from_on as on_day, active, issue, frozen, free, trials, yearly,
      0 as joins, 0 as rejoins, 0 as recaptured, 0 as lapses, 0 as leaver_months
    from state
    union all
    select club_id, until_on, -active, -issue, -frozen, -free, -trials, -yearly, 0, 0, 0, 0, 0
    from state where until_on < 'infinity'
    union all
    select club_id, from_on, 0, 0, 0, 0, 0, 0, begins::int * (runs = 1)::int, begins::int * (runs > 1)::int,
      begins::int * (runs > 1 and from_on - left_on >= 30)::int, ends::int,
      case when ends then whole_months(run_from, from_on) else 0 end
    from (
      select *, is_active and not was_active as begins, was_active and not is_active as ends
      from membership_span where club_id = any(${[...clubIds]})
    ) span
    where begins or ends
  )
  select change.club_id as "clubId", ${eveningSql(sql`on_day`, evenings)} as evening,
    sum(active) as active, sum(issue) as issue, sum(frozen) as frozen, sum(free) as free, sum(trials) as trials,
    sum(yearly)::bigint as yearly, sum(active * (on_day - ${epoch}::date))::bigint as "activeDays",
    sum(joins) as joins, sum(rejoins) as rejoins, sum(recaptured) as recaptured, sum(lapses) as lapses,
    sum(leaver_months) as "leaverMonths"
  from change join club on club.id = change.club_id
  where on_day <= ${todaySql(now)} and on_day <= ${evenings.at(-1) ?? epoch}::date
  group by 1, 2`
