import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type Bucket, type CountFor, todaySql } from '../buckets.ts'

/** What a write has touched, as its marks say (migration 0072). */
export type Touched = 'members' | 'visits' | 'money' | 'charges' | 'debt' | 'leads' | 'timetable' | 'registers'

/** What is counted of a club and a bucket, and kept. It depends on nothing else than the rows of that club, and on the day. */
export interface Kept<Value> {
  /** Another one wherever it counts something else than before, or writes it otherwise: what was kept would be believed. */
  readonly name: string
  /** What makes it count anew: marks of its days; of those before them too, where it looks back. */
  readonly reads: readonly Touched[]
  readonly looksBack?: boolean
  /** It is of these clubs together, kept with the first of them: marks of any make it count anew. */
  readonly together?: readonly number[]
  /** A club that has none of it may be left out. */
  readonly count: (db: Db, of: CountFor) => Promise<readonly Found<Value>[]>
}

export interface Found<Value> {
  readonly clubId: number
  readonly bucket: number
  readonly value: Value
}

/** What was found, by club and by the bucket's place in the list. */
export type ByClub<Value> = (clubId: number, bucket: number) => Value | undefined

/**
 * Counts what is not kept, or was touched since, and keeps it: never anything older than the moment of asking. Each bucket
 * should be there once.
 * @param mayCount how many pairs of a club and a bucket may be missing; null is answered where there are more
 */
export async function keptOf<Value>(db: Db, what: Kept<Value>, of: CountFor): Promise<ByClub<Value>>
export async function keptOf<Value>(
  db: Db,
  what: Kept<Value>,
  of: CountFor,
  mayCount: number,
): Promise<ByClub<Value> | null>
export async function keptOf<Value>(db: Db, what: Kept<Value>, of: CountFor, mayCount = Number.POSITIVE_INFINITY) {
  const found = new Map<string, Value | null>()
  for (const { clubId, bucket, counts } of await readKept<Value>(db, what, of)) found.set(`${clubId} ${bucket}`, counts)
  const missing = missingOf(of, (clubId, bucket) => found.has(`${clubId} ${bucket}`))
  if (missing.reduce((sum, { clubIds, places }) => sum + clubIds.length * places.length, 0) > mayCount) return null
  if (missing.length > 0) {
    // Before anything is counted: what is written meanwhile is not believed to be in it.
    const seen = await whatIsSeen(db)
    for (const { clubIds, places } of missing) {
      const buckets = places.map(place => of.buckets[place] ?? nowhere)
      for (const clubId of clubIds) for (const place of places) found.set(`${clubId} ${place}`, null)
      for (const { clubId, bucket, value } of await what.count(db, { ...of, clubIds, buckets }))
        found.set(`${clubId} ${places[bucket]}`, value)
    }
    if (seen) {
      const rows = missing.flatMap(({ clubIds, places }) =>
        places.flatMap(place =>
          clubIds.map(clubId => ({
            club_id: clubId,
            from_on: of.buckets[place]?.from,
            until_on: of.buckets[place]?.until,
            counts: found.get(`${clubId} ${place}`) ?? null,
          })),
        ),
      )
      await keep(db, what, { now: of.now, seen, rows })
    }
  }
  return (clubId: number, bucket: number) => found.get(`${clubId} ${bucket}`) ?? undefined
}

const nowhere: Bucket = { from: '0001-01-02', until: '0001-01-01' }

/** Is what is kept, as `kept`, older than what has left a mark, as `mark`? */
export const isStaleBy: RawBuilder<boolean> = sql`mark.what = any(kept.reads)
  and mark.from_on <= kept.until_on and (kept.looks_back or mark.until_on >= kept.from_on)
  and not pg_visible_in_snapshot(mark.written_by, kept.seen)`

/** A bucket that is over holds whatever the day; one that is not, of the day on which it was counted. */
async function readKept<Value>(db: Db, { name, reads, together }: Kept<Value>, of: CountFor) {
  const { rows } = await sql<{ clubId: number; bucket: number; counts: Value | null }>`
    with own as materialized (
      select id as club_id, ${todaySql(of.now)} as today from club where id = any(${[...of.clubIds]}::bigint[])
    ), wanted as materialized (
      select (place - 1)::integer as bucket, from_on, until_on
      from unnest(${of.buckets.map(({ from }) => from)}::date[], ${of.buckets.map(({ until }) => until)}::date[])
        with ordinality as given (from_on, until_on, place)
    ), mark as materialized (
      select * from report_mark
      where club_id = any(${[...(together ?? of.clubIds)]}::bigint[]) and what = any(${[...reads]}::text[])
    ), this as materialized (select system_identifier as cluster from pg_control_system())
    select kept.club_id as "clubId", wanted.bucket, kept.counts
    from own cross join wanted
    join report_count kept on kept.subject = ${name} and kept.club_id = own.club_id and kept.from_on = wanted.from_on
      and kept.until_on = wanted.until_on
    where kept.cluster = (select cluster from this)
      and (kept.counted_on = own.today or kept.until_on < least(own.today, kept.counted_on))
      and not exists (
        select from mark where ${together ? sql`true` : sql`mark.club_id = kept.club_id`} and ${isStaleBy}
      )`.execute(db)
  return rows
}

interface Missing {
  readonly clubIds: readonly number[]
  /** Of the buckets, in the list of all. */
  readonly places: readonly number[]
}

const mostReadings = 3

/** What has to be counted: by as few readings as can be, though some of it be counted that is there. */
function missingOf({ clubIds, buckets }: CountFor, isThere: (clubId: number, bucket: number) => boolean): Missing[] {
  const byClubs = new Map<string, { clubIds: number[]; places: number[] }>()
  for (const place of buckets.keys()) {
    const lacking = clubIds.filter(clubId => !isThere(clubId, place))
    if (lacking.length === 0) continue
    const key = lacking.join()
    const same = byClubs.get(key)
    if (same) same.places.push(place)
    else byClubs.set(key, { clubIds: lacking, places: [place] })
  }
  const readings = [...byClubs.values()]
  if (readings.length <= mostReadings) return readings
  return [
    {
      clubIds: [...new Set(readings.flatMap(each => each.clubIds))],
      places: readings.flatMap(({ places }) => places),
    },
  ]
}

interface Seen {
  readonly snapshot: string
  readonly cleared: number
}

/** Null where nothing can be kept: in a transaction, which sees what others do not see yet, and where nothing may be written. */
async function whatIsSeen(db: Db): Promise<Seen | null> {
  if (db.isTransaction) return null
  const { rows } = await sql<Seen & { isReadOnly: boolean }>`
    select pg_current_snapshot()::text as snapshot, cleared,
      current_setting('transaction_read_only')::boolean as "isReadOnly" from report_clearing`.execute(db)
  const [seen] = rows
  return seen && !seen.isReadOnly ? seen : null
}

interface ToKeep {
  readonly now: Date
  readonly seen: Seen
  readonly rows: readonly object[]
}

/** Not where marks were cleared meanwhile: one of them might have been of this. */
async function keep(
  db: Db,
  { name, reads, looksBack = false, together }: Kept<unknown>,
  { now, seen, rows }: ToKeep,
): Promise<void> {
  await sql`
    with still as materialized (select cleared from report_clearing where cleared = ${seen.cleared} for share)
    insert into report_count (subject, club_id, from_on, until_on, counted_on, counts, reads, looks_back, seen, clubs)
    select ${name}, club.id, found.from_on, found.until_on, ${todaySql(now)}, coalesce(found.counts, 'null'),
      ${[...reads]}::text[], ${looksBack}::boolean, ${seen.snapshot}::pg_snapshot,
      ${together ? [...together] : null}::bigint[]
    from still, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as found (club_id bigint, from_on date, until_on date, counts jsonb)
    join club on club.id = found.club_id
    order by club.id, found.from_on, found.until_on
    on conflict (subject, club_id, from_on, until_on) do update
    set counted_on = excluded.counted_on, counts = excluded.counts, reads = excluded.reads, looks_back = excluded.looks_back,
      seen = excluded.seen, cluster = excluded.cluster,
      counted_at = excluded.counted_at`.execute(db)
}
