import { addDays, daysBetween, todayIn } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import type { Count } from '@honbu/contract/kpis/counted.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type Bucket, type CountFor, eveningSql, eveningsOf, firstOfMonth, lastOfMonth, todaySql } from '../buckets.ts'
import { type ByClub, type Found, type Kept, keptOf } from '../kept/kept.ts'
import { type Join, keptByMonth, sumOf } from '../kept/parts.ts'
import type { CountRow } from '../subjects.ts'
import { spansOf, these } from './by-bucket.ts'
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

const sumNames = [...states, ...flows, 'activeDays'] as const
type Sums = Record<(typeof sumNames)[number], number>
interface Row extends Sums {
  clubId: number
  evening: number
}

/** How it was on the evening before a month, and what changed on each day of it: in the order of `sumNames`. */
interface MonthOfDays {
  readonly before: readonly number[]
  readonly days: Readonly<Record<string, readonly number[]>>
}

const daysOfMonths: Kept<MonthOfDays> = { name: 'members by day', reads: ['members'], count: countDays }

/**
 * A part of a month is told from the days of the month, which are kept, and so are they all where nobody waits for it:
 * who asks for two years from within a month would otherwise have every membership looked at for four evenings.
 */
async function countMembers(db: Db, of: CountFor): Promise<CountRow<Name>[]> {
  const byDays = new Set(of.buckets.filter(bucket => isInMonth(bucket) && (of.isAhead || !isWholeMonth(bucket))))
  const [todays, told, counted] = await Promise.all([
    todayOf(db, of),
    toldFromDays(db, of, [...byDays]),
    sumsUpTo(
      db,
      of,
      of.buckets.filter(bucket => !byDays.has(bucket)),
    ),
  ])
  return [...todays].flatMap(([clubId, today]) => {
    const upTo = counted(clubId)
    return of.buckets.map((bucket, place) =>
      rowOf({ clubId, bucket: place, today }, bucket, byDays.has(bucket) ? told(clubId, bucket) : upTo),
    )
  })
}

const isInMonth = ({ from, until }: Bucket) => firstOfMonth(from) === firstOfMonth(until)
const isWholeMonth = ({ from, until }: Bucket) => from === firstOfMonth(from) && until === lastOfMonth(from)

/** The sums of everything up to an evening. */
type UpTo = (evening: string) => Sums

async function todayOf(db: Db, { clubIds, now }: CountFor): Promise<Map<number, string>> {
  const clubs = await db
    .selectFrom('club')
    .select(['id', 'time_zone'])
    .where('id', 'in', [0, ...clubIds])
    .execute()
  return new Map(clubs.map(({ id, time_zone }) => [id, todayIn(time_zone, now)]))
}

interface At extends Pick<CountRow, 'clubId' | 'bucket'> {
  readonly today: string
}

function rowOf({ today, ...at }: At, { from, until }: Bucket, upTo: UpTo): CountRow<Name> {
  const start = upTo(addDays(from, -1))
  const end = upTo(until)
  return {
    ...at,
    activeAtStart: start.active,
    activeAtEnd: end.active,
    issueAtEnd: end.issue,
    frozenAtEnd: end.frozen,
    freeAtEnd: end.free,
    trialsAtEnd: end.trials,
    mrr: end.monthly,
    memberDays: daysUpTo(end, least(until, today)) - daysUpTo(start, least(addDays(from, -1), today)),
    joins: end.joins - start.joins,
    rejoins: end.rejoins - start.rejoins,
    recaptured: end.recaptured - start.recaptured,
    lapses: end.lapses - start.lapses,
    leavers: end.lapses - start.lapses,
    leaverMonths: end.leaverMonths - start.leaverMonths,
  }
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

const never: UpTo = () => nothing

/** Of parts of months, whose months are kept by day. */
async function toldFromDays(db: Db, of: CountFor, parts: readonly Bucket[]) {
  const firsts = [...new Set(parts.map(({ from }) => firstOfMonth(from)))]
  const buckets = firsts.map(from => ({ from, until: lastOfMonth(from) }))
  const found: ByClub<MonthOfDays> =
    firsts.length === 0 ? () => undefined : await keptOf(db, daysOfMonths, { ...of, buckets })
  return (clubId: number, { from }: Bucket): UpTo => {
    const month = found(clubId, firsts.indexOf(firstOfMonth(from)))
    if (!month) return never
    return evening => {
      const sums = [...month.before]
      if (evening >= firstOfMonth(from))
        for (const [day, changed] of Object.entries(month.days))
          if (Number(day) <= Number(evening.slice(8)))
            for (const [index, change] of changed.entries()) sums[index] = (sums[index] ?? 0) + change
      return sumsOf(sums)
    }
  }
}

const valuesOf = (sums: Sums) => sumNames.map(name => sums[name])
// A number of each.
const sumsOf = (values: readonly number[]) =>
  Object.fromEntries(sumNames.map((name, index) => [name, values[index] ?? 0])) as Sums

/** Whole months. */
async function countDays(db: Db, of: CountFor): Promise<Found<MonthOfDays>[]> {
  const months = of.buckets.map(({ from, until }) => ({
    before: addDays(from, -1),
    days: Array.from({ length: daysBetween(from, until) + 1 }, (_, day) => addDays(from, day)),
  }))
  const days = months.flatMap(month => month.days.map(day => ({ from: day, until: day })))
  const upTo = await sumsUpTo(db, of, days)
  return of.clubIds.flatMap(clubId => {
    const sums = upTo(clubId)
    return months.map(({ before, days }, bucket) => {
      let last = valuesOf(sums(before))
      const changes: Record<string, number[]> = {}
      const first = last
      for (const day of days) {
        const now = valuesOf(sums(day))
        const changed = now.map((value, index) => value - (last[index] ?? 0))
        if (changed.some(change => change !== 0)) changes[Number(day.slice(8))] = changed
        last = now
      }
      return { clubId, bucket, value: { before: first, days: changes } }
    })
  })
}

/** The sums of each club on the evenings on which the buckets begin and end. */
async function sumsUpTo(db: Db, of: CountFor, buckets: readonly Bucket[]): Promise<(clubId: number) => UpTo> {
  if (buckets.length === 0) return () => never
  const evenings = eveningsOf(buckets)
  const rows = Map.groupBy(await happened(db, { ...of, buckets }, evenings), row => row.clubId)
  return clubId => {
    const sums = { ...nothing }
    const upTo = new Map<string, Sums>()
    const byEvening = Map.groupBy(rows.get(clubId) ?? [], row => row.evening)
    for (const [index, evening] of evenings.entries()) {
      for (const row of byEvening.get(index) ?? []) for (const name of sumNames) sums[name] += row[name]
      upTo.set(evening, { ...sums })
    }
    return evening => upTo.get(evening) ?? nothing
  }
}

/**
 * What changed, summed up by club and by the first evening that it counts for. A query for each kind of change: with one for
 * all, each row would be added up for what it is not as well.
 */
async function happened(db: Db, of: CountFor, evenings: readonly string[]): Promise<Row[]> {
  const { clubIds, now } = of
  const [first, last] = [sql`${evenings[0] ?? epoch}::date`, sql`${evenings.at(-1) ?? epoch}::date`]
  /** Sums of columns over a table, each row counted from its day on. */
  const summed = async (table: RawBuilder<unknown>, sums: Partial<Record<keyof Sums, RawBuilder<unknown>>>) => {
    const columns = Object.entries(sums).map(([name, value]) => sql`coalesce(sum(${value}), 0) as ${sql.ref(name)}`)
    const { rows } = await sql<Partial<Sums> & Pick<Row, 'clubId' | 'evening'>>`
      select club_id as "clubId", ${eveningSql(sql`day`, evenings)} as evening, ${sql.join(columns)}
      from ${table} own where day <= ${last} group by 1, 2`.execute(db)
    return rows
  }
  /**
   * Rows that go on from one day until another: each of them twice, with its sign. What was over before the first evening
   * has come and gone by then.
   */
  const twice = (table: RawBuilder<unknown>) => sql`(
    select own.*, change.day, change.sign
    from ${table} own cross join lateral (values (own.from_on, 1), (own.until_on, -1)) change (day, sign)
    where own.until_on > ${first}
  )`
  // A freeze may be to come, as a trial may; and so may its end.
  const known = (table: RawBuilder<unknown>) => sql`(
    select own.* from ${table} own
    join (select id as club_id, ${todaySql(now)} as today from club) clock on clock.club_id = own.club_id
    where own.from_on <= clock.today and own.day <= clock.today
  )`
  // Added up as doubles, which are exact for whole pence and faster than the numeric that a sum of bigint is.
  const monthly = sql`round(pence_a_year(pence, sub_frequency_id) / 12.0)::float8`
  const isIssue = sql`(status_id = ${sql.lit(memberStatus.issue)})::int`
  const paid = sql`sign * is_paid::int`
  const sinceEpoch = sql`(day - ${epoch}::date)`
  const begins = sql`is_active::int`
  const found = await Promise.all([
    // A membership goes on, on the terms of those days.
    summed(twice(piecesSql(clubIds)), {
      active: paid,
      issue: sql`${paid} * ${isIssue}`,
      free: sql`sign * (not is_paid)::int`,
      monthly: sql`case when is_paid then sign * ${monthly} else 0 end`,
      activeDays: sql`${paid} * ${sinceEpoch}`,
    }),
    // A freeze takes it out, and puts its own price in the place of the other.
    summed(known(twice(frozenSql(clubIds))), {
      active: sql`-sign`,
      issue: sql`-sign * ${isIssue}`,
      frozen: sql`sign`,
      monthly: sql`sign * (round(pence_a_year(frozen_pence, sub_frequency_id) / 12.0)::float8 - ${monthly})`,
      activeDays: sql`-sign * ${sinceEpoch}`,
    }),
    summed(known(twice(trialsSql(clubIds))), { trials: sql`sign` }),
    summed(movesSql(of), {
      joins: sql`${begins} * (runs = 1)::int`,
      rejoins: sql`${begins} * (runs > 1)::int`,
      recaptured: sql`${begins} * (runs > 1 and from_on - left_on >= 30)::int`,
      lapses: sql`(not is_active)::int`,
      leaverMonths: sql`case when is_active then 0 else whole_months(run_from, from_on) end`,
    }),
  ])
  return found.flat().map(row => ({ ...nothing, ...row }))
}

/** What lies in none of the buckets is in no difference. */
const movesSql = ({ clubIds, buckets }: CountFor) => sql`(
  select span.*, span.from_on as day from membership_span span
  where span.club_id = ${these(clubIds)} and span.is_active <> span.was_active and (${sql.join(
    spansOf(buckets).map(({ from, until }) => sql`span.from_on between ${from}::date and ${until}::date`),
    sql` or `,
  )})
)`
