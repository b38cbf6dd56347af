import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type Bucket, type CountFor, firstOfMonth } from '../buckets.ts'
import type { Found } from '../kept/kept.ts'
import { type DayRow, eachMonth, keptOnce, type OfMonth, ofMonth, onceOf } from '../kept/once.ts'
import { dayRows } from './by-bucket.ts'

export const visitors = keptOnce<'visitors', OfMonth>({
  name: 'visitors',
  months: { name: 'visitors of a month', reads: ['visits'], looksBack: true, count: countMonths },
  join: onceOf,
  again: { name: 'visitors again', reads: ['visits'], looksBack: true, count: countAgain },
  directly: {
    ...{ name: 'visitors', reads: ['visits'] },
    count: async (db, of) => (await countVisitors(db, of)).map(({ visitors, ...row }) => ({ ...row, value: visitors })),
  },
})

/** Whole months. The days of a member's month are bits, its 1st the lowest. */
async function countMonths(db: Db, { clubIds, buckets }: CountFor): Promise<Found<OfMonth>[]> {
  const dayOf = (bit: RawBuilder<unknown>) => sql`33 - position(B'1' in (${bit})::bit(32))`
  const { rows } = await sql<DayRow>`
    with own as materialized (
      select given.bucket, given.month, came.club_id, came.member_id, came.days
      from (
        select (place - 1)::integer as bucket, month
        from unnest(${buckets.map(({ from }) => from)}::date[]) with ordinality given (month, place)
      ) given join member_month came on came.month = given.month and came.club_id = any(${[...clubIds]})
      where came.days <> 0
    ), near as materialized (
      select given.month, came.club_id, came.member_id
      from unnest(${buckets.map(({ from }) => from)}::date[]) given (month)
      join member_month came on came.month = (given.month - interval '1 month')::date and came.club_id = any(${[...clubIds]})
      where came.days <> 0
    ), one as (
      select own.club_id, own.bucket, ${dayOf(sql`own.days & -own.days`)} as first_day, ${dayOf(sql`own.days`)} as last_day,
        case when near.month is not null then (near.month - interval '1 month')::date else far.month end as last
      from own left join near using (month, club_id, member_id)
      -- Most came in the month before. Of the others the last one is looked up.
      left join lateral (
        select earlier.month from member_month earlier
        where near.month is null and earlier.member_id = own.member_id and earlier.club_id = own.club_id
          and earlier.month < own.month and earlier.days <> 0
        order by earlier.month desc limit 1
      ) far on true
    )
    ${dayRows}`.execute(db)
  return eachMonth(rows, ofMonth)
}

/** Those who came in the month in which a bucket begins, only before it has begun; and again in a later month of it. */
async function countAgain(db: Db, { clubIds, buckets }: CountFor): Promise<Found<number>[]> {
  const { rows } = await sql<Found<number>>`
    with part as materialized (
      select (place - 1)::integer as bucket, month, from_on, until_on
      from unnest(${buckets.map(({ from }) => firstOfMonth(from))}::date[], ${buckets.map(({ from }) => from)}::date[],
        ${buckets.map(({ until }) => until)}::date[]) with ordinality given (month, from_on, until_on, place)
    ), gone as materialized (
      select part.*, came.club_id, came.member_id
      from part join member_month came on came.month = part.month and came.club_id = any(${[...clubIds]})
      where came.days & days_between(part.month, part.month, part.from_on - 1) <> 0
        and came.days & days_between(part.month, part.from_on, part.until_on) = 0
    )
    select gone.club_id as "clubId", gone.bucket, count(*) as value
    from gone
    where exists (
      select from member_month later
      where later.member_id = gone.member_id and later.club_id = gone.club_id and later.month > gone.month
        and later.month <= gone.until_on and later.days & days_between(later.month, later.month, gone.until_on) <> 0
    )
    group by 1, 2`.execute(db)
  return rows
}

interface Row {
  clubId: number
  bucket: number
  visitors: number
}

/** Each member once in a bucket. In a single month that is a row each; over several, one has to look who came again. */
async function countVisitors(db: Db, { clubIds, buckets }: CountFor): Promise<Row[]> {
  const numbered = buckets.map((bucket, index) => ({ ...bucket, index }))
  const isSingle = ({ from, until }: Bucket) => firstOfMonth(from) === firstOfMonth(until)
  const found = await Promise.all([
    inMonths(db, clubIds, numbered.filter(isSingle)),
    overMonths(
      db,
      clubIds,
      numbered.filter(bucket => !isSingle(bucket)),
    ),
  ])
  return found.flat()
}

type Numbered = Bucket & { readonly index: number }

async function inMonths(db: Db, clubIds: readonly number[], buckets: readonly Numbered[]): Promise<Row[]> {
  if (buckets.length === 0) return []
  const { rows } = await sql<Row>`
    select own.club_id as "clubId", part.bucket, count(*) as visitors
    from unnest(${buckets.map(({ index }) => index)}::int[], ${buckets.map(({ from }) => firstOfMonth(from))}::date[],
      ${buckets.map(({ from }) => from)}::date[], ${buckets.map(({ until }) => until)}::date[]
    ) part (bucket, month, from_on, until_on)
    join member_month own on own.month = part.month and own.club_id = any(${[...clubIds]})
    where own.days & days_between(part.month, part.from_on, part.until_on) <> 0
    group by 1, 2`.execute(db)
  return rows
}

/** One reading of all months: each member's are brought together, and looked at for each bucket. */
async function overMonths(db: Db, clubIds: readonly number[], buckets: readonly Numbered[]): Promise<Row[]> {
  if (buckets.length === 0) return []
  const first = buckets.map(({ from }) => firstOfMonth(from)).sort()[0]
  const last = buckets.map(({ until }) => firstOfMonth(until)).sort()[buckets.length - 1]
  const nth = (index: number): RawBuilder<unknown> => sql.ref(`bucket${index}`)
  const { rows } = await sql<{ clubId: number } & Record<string, number>>`
    select club_id as "clubId", ${sql.join(buckets.map(({ index }) => sql`count(*) filter (where ${nth(index)}) as ${nth(index)}`))}
    from (
      select club_id, ${sql.join(buckets.map(bucket => sql`bool_or(${cameIn(bucket)}) as ${nth(bucket.index)}`))}
      from member_month
      where club_id = any(${[...clubIds]}) and month between ${first}::date and ${last}::date and attended > 0
      group by club_id, member_id
    ) came
    group by club_id`.execute(db)
  return rows.flatMap(row =>
    buckets.map(({ index }) => ({ clubId: row.clubId, bucket: index, visitors: row[`bucket${index}`] ?? 0 })),
  )
}

/** Only the first and the last month have to be looked at day by day. */
const cameIn = ({ from, until }: Bucket) => sql`case
  when month > ${firstOfMonth(from)}::date and month < ${firstOfMonth(until)}::date then true
  when month < ${firstOfMonth(from)}::date or month > ${firstOfMonth(until)}::date then false
  else days & days_between(month, ${from}::date, ${until}::date) <> 0 end`
