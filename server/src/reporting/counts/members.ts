import { addDays, daysBetween, todayIn } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import type { Count } from '@honbu/contract/kpis.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type CountFor, eveningSql, eveningsOf, todaySql } from '../buckets.ts'
import { type Join, keptByMonth, sumOf } from '../kept/parts.ts'
import { frozenSql, piecesSql, trialsSql } from './member-sql.ts'

/** What is so on an evening. */
const states = ['active', 'issue', 'frozen', 'free', 'trials', 'monthly'] as const
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

type Name = (typeof counts)[number]

/** Of the months of a bucket: how it was at the beginning of the first and the end of the last, and what happened in each. */
const join: Join<Name> = parts => {
  const [first, last] = [parts[0], parts.at(-1)]
  const of = (name: Name) => {
    if (name === 'activeAtStart') return first?.activeAtStart ?? 0
    return isAtEnd.has(name) ? (last?.[name] ?? 0) : sumOf(parts, name)
  }
  // Exactly these counts.
  return Object.fromEntries(counts.map(name => [name, of(name)])) as Record<Name, number>
}

const isAtEnd: ReadonlySet<Name> = new Set([
  ...(['activeAtEnd', 'issueAtEnd', 'frozenAtEnd', 'freeAtEnd', 'trialsAtEnd', 'mrr'] as const),
])

export const members = keptByMonth({ name: 'members', reads: ['members'], counts, count: countMembers }, join)

type Sums = Record<(typeof states)[number] | (typeof flows)[number] | 'activeDays', number>
interface Row extends Sums {
  clubId: number
  evening: number
}

async function countMembers(db: Db, { clubIds, buckets, now }: CountFor) {
  const evenings = eveningsOf(buckets)
  const [rows, clubs] = await Promise.all([
    happened(db, { clubIds, buckets, now }, evenings),
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
        mrr: end.monthly,
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
  ...{ active: 0, issue: 0, frozen: 0, free: 0, trials: 0, monthly: 0, activeDays: 0 },
  ...{ joins: 0, rejoins: 0, recaptured: 0, lapses: 0, leaverMonths: 0 },
}

function cumulate(rows: readonly Row[], evenings: readonly string[]): (evening: string) => Sums {
  const sums = { ...nothing }
  const upTo = new Map<string, Sums>()
  const byEvening = Map.groupBy(rows, row => row.evening)
  for (const [index, evening] of evenings.entries()) {
    for (const row of byEvening.get(index) ?? [])
      for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += row[name]
    upTo.set(evening, { ...sums })
  }
  return evening => upTo.get(evening) ?? nothing
}

/**
 * What changed, summed up by club and by the first evening that it counts for. A query for each kind of change: with one for
 * all, each row would be added up for what it is not as well.
 */
async function happened(db: Db, { clubIds, now }: CountFor, evenings: readonly string[]): Promise<Row[]> {
  const [first, last] = [sql`${evenings[0] ?? epoch}::date`, sql`${evenings.at(-1) ?? epoch}::date`]
  const isIssue = sql`(status_id = ${sql.lit(memberStatus.issue)})::int`
  /** Sums of columns over a table, each counted from one day on. */
  const summed = async (
    table: RawBuilder<unknown>,
    day: RawBuilder<unknown>,
    sums: Partial<Record<keyof Sums, RawBuilder<unknown>>>,
  ) => {
    const columns = Object.entries(sums).map(([name, value]) => sql`coalesce(sum(${value}), 0) as ${sql.ref(name)}`)
    const { rows } = await sql<Partial<Sums> & Pick<Row, 'clubId' | 'evening'>>`
      select club_id as "clubId", ${eveningSql(day, evenings)} as evening, ${sql.join(columns)}
      from ${table} own where ${day} <= ${last} group by 1, 2`.execute(db)
    return rows
  }
  const daysOf = (active: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`${active} * (${day} - ${epoch}::date)`
  const [from, until] = [sql`from_on`, sql`until_on`]
  // Added up as doubles, which are exact for whole pence and faster than the numeric that a sum of bigint is.
  const monthly = sql`round(pence_a_year(pence, sub_frequency_id) / 12.0)::float8`

  // What was over before the first evening has come and gone by then.
  const since = (table: RawBuilder<unknown>) => sql`(select * from ${table} own where until_on > ${first})`

  // A membership goes on, on the terms of those days.
  const pieces = since(piecesSql(clubIds))
  const paid = sql`is_paid::int`
  const isPaidIssue = sql`(is_paid and status_id = ${sql.lit(memberStatus.issue)})::int`
  const free = sql`(not is_paid)::int`
  const paidMonthly = sql`case when is_paid then ${monthly} else 0 end`
  // A freeze takes it out, and puts its own price in the place of the other. It may be to come, as a trial may.
  const clock = (table: RawBuilder<unknown>) => sql`(
    select own.*, clock.today from ${table} own
    join (select id as club_id, ${todaySql(now)} as today from club) clock on clock.club_id = own.club_id
    where own.from_on <= clock.today
  )`
  const ended = (table: RawBuilder<unknown>) => sql`(select * from ${clock(table)} own where own.until_on <= own.today)`
  const frozen = since(frozenSql(clubIds))
  const saved = sql`round(pence_a_year(frozen_pence, sub_frequency_id) / 12.0)::float8 - ${monthly}`
  const trials = since(trialsSql(clubIds))
  const minus = (value: RawBuilder<unknown>) => sql`-(${value})`
  const one = sql`1`
  const [begins, ends] = [sql`is_active::int`, sql`(not is_active)::int`]
  const found = await Promise.all([
    summed(pieces, from, {
      active: paid,
      issue: isPaidIssue,
      free,
      monthly: paidMonthly,
      activeDays: daysOf(paid, from),
    }),
    summed(pieces, until, {
      active: minus(paid),
      issue: minus(isPaidIssue),
      free: minus(free),
      monthly: minus(paidMonthly),
      activeDays: minus(daysOf(paid, until)),
    }),
    summed(clock(frozen), from, {
      active: minus(one),
      issue: minus(isIssue),
      frozen: one,
      monthly: saved,
      activeDays: minus(daysOf(one, from)),
    }),
    summed(ended(frozen), until, {
      active: one,
      issue: isIssue,
      frozen: minus(one),
      monthly: minus(saved),
      activeDays: daysOf(one, until),
    }),
    summed(clock(trials), from, { trials: one }),
    summed(ended(trials), until, { trials: minus(one) }),
    summed(sql`(select * from ${movesSql(clubIds)} own where from_on > ${first})`, from, {
      joins: sql`${begins} * (runs = 1)::int`,
      rejoins: sql`${begins} * (runs > 1)::int`,
      recaptured: sql`${begins} * (runs > 1 and from_on - left_on >= 30)::int`,
      lapses: ends,
      leaverMonths: sql`case when is_active then 0 else whole_months(run_from, from_on) end`,
    }),
  ])
  return found.flat().map(row => ({ ...nothing, ...row }))
}

const movesSql = (clubIds: readonly number[]) =>
  sql`(select * from membership_span where club_id = any(${[...clubIds]}) and is_active <> was_active)`
