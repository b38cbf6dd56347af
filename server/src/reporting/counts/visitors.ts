import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Bucket, CountFor } from '../buckets.ts'
import type { Subject } from '../subjects.ts'

export const visitors: Subject<'visitors'> = { counts: ['visitors'], count: countVisitors }

interface Row {
  clubId: number
  bucket: number
  visitors: number
}

/** Each member once in a bucket. In a single month that is a row each; over several, one has to look who came again. */
async function countVisitors(db: Db, { clubIds, buckets }: CountFor): Promise<Row[]> {
  const numbered = buckets.map((bucket, index) => ({ ...bucket, index }))
  const isSingle = ({ from, until }: Bucket) => monthOf(from) === monthOf(until)
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

const monthOf = (day: string) => `${day.slice(0, 7)}-01`

async function inMonths(db: Db, clubIds: readonly number[], buckets: readonly Numbered[]): Promise<Row[]> {
  if (buckets.length === 0) return []
  const { rows } = await sql<Row>`
    select own.club_id as "clubId", part.bucket, count(*) as visitors
    from unnest(${buckets.map(({ index }) => index)}::int[], ${buckets.map(({ from }) => monthOf(from))}::date[],
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
  const first = buckets.map(({ from }) => monthOf(from)).sort()[0]
  const last = buckets.map(({ until }) => monthOf(until)).sort()[buckets.length - 1]
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
  when month > ${monthOf(from)}::date and month < ${monthOf(until)}::date then true
  when month < ${monthOf(from)}::date or month > ${monthOf(until)}::date then false
  else days & days_between(month, ${from}::date, ${until}::date) <> 0 end`
