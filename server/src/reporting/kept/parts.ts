import { addDays } from '@honbu/contract/calendar.ts'
import type { Count } from '@honbu/contract/kpis/counted.ts'
import type { Db } from '../../platform/database.ts'
import { type Bucket, type CountFor, lastOfMonth } from '../buckets.ts'
import type { CountRow, Keeping, Subject } from '../subjects.ts'
import { type ByClub, type Kept, keptOf } from './kept.ts'

/** A longer one is not taken apart: nobody has looked at it before. */
const mostParts = 120

/** The months of a bucket, whole or as far as they lie in it. They are what is kept: a longer time is added up from them. */
export function partsOf({ from, until }: Bucket): Bucket[] {
  const parts: Bucket[] = []
  for (let begins = from; begins <= until; ) {
    const last = lastOfMonth(begins)
    parts.push({ from: begins, until: last < until ? last : until })
    if (parts.length > mostParts) return [{ from, until }]
    begins = addDays(last, 1)
  }
  return parts
}

const keyOf = ({ from, until }: Bucket) => `${from} ${until}`

/** Buckets of several, each once, and where the buckets of each stand among them. */
export function distinct(of: readonly (readonly Bucket[])[]) {
  const buckets: Bucket[] = []
  const places = new Map<string, number>()
  const placesOf = of.map(parts =>
    parts.map(part => {
      const key = keyOf(part)
      const place = places.get(key) ?? buckets.length
      if (place === buckets.length) {
        buckets.push(part)
        places.set(key, place)
      }
      return place
    }),
  )
  return { buckets, placesOf }
}

/** What was found of each part of each bucket, in the order of the days; undefined: nothing. */
export async function keptParts<Value>(
  db: Db,
  what: Kept<Value>,
  of: CountFor,
): Promise<(clubId: number, bucket: number) => (Value | undefined)[]> {
  const { buckets, placesOf } = distinct(of.buckets.map(partsOf))
  const found = await keptOf(db, what, { ...of, buckets })
  return (clubId, bucket) => (placesOf[bucket] ?? []).map(place => found(clubId, place))
}

type Counts<C extends Count> = Readonly<Record<C, number>>

/** How what was counted of the parts of a bucket becomes what is counted of it. */
export type Join<C extends Count> = (parts: readonly (Counts<C> | undefined)[]) => Counts<C>

type Given<C extends Count> = Keeping & Omit<Subject<C>, 'kept'>

const keepingOf = ({ name, reads, looksBack = false }: Keeping): Keeping => ({ name, reads, looksBack })

const asKept = <C extends Count>({ counts, count, ...keeping }: Given<C>): Kept<Counts<C>> => ({
  ...keepingOf(keeping),
  count: async (db, of) => {
    const rows = await count(db, of)
    return rows.map(row => ({
      clubId: row.clubId,
      bucket: row.bucket,
      // Exactly the counts of the subject.
      value: Object.fromEntries(counts.map(each => [each, row[each]])) as unknown as Counts<C>,
    }))
  },
})

/** A subject that is counted by months, which are kept, and joined; each count is added up where nothing else is said. */
export function keptByMonth<C extends Count>(given: Given<C>, join: Join<C> = added(given.counts)): Subject<C> {
  const kept = asKept(given)
  return {
    counts: given.counts,
    kept: keepingOf(given),
    count: async (db, of) => {
      const parts = await keptParts(db, kept, of)
      return rowsOf(of, (clubId, bucket) => join(parts(clubId, bucket)))
    },
  }
}

/** A subject that says how it is on the evening of a bucket's last day, whenever that has begun: the evening is kept. */
export function keptByEvening<C extends Count>(given: Given<C>): Subject<C> {
  const kept = asKept(given)
  return {
    counts: given.counts,
    kept: keepingOf(given),
    count: async (db, of) => {
      const { buckets, placesOf } = distinct(of.buckets.map(({ until }) => [{ from: until, until }]))
      const found = await keptOf(db, kept, { ...of, buckets })
      const join = added(given.counts)
      return rowsOf(of, (clubId, bucket) => join((placesOf[bucket] ?? []).map(place => found(clubId, place))))
    },
  }
}

const added =
  <C extends Count>(counts: readonly C[]): Join<C> =>
  parts =>
    // Exactly these counts.
    Object.fromEntries(counts.map(name => [name, sumOf(parts, name)])) as unknown as Counts<C>

export const sumOf = <C extends string>(
  parts: readonly (Readonly<Partial<Record<C, number>>> | undefined)[],
  name: C,
) => parts.reduce((sum, part) => sum + (part?.[name] ?? 0), 0)

const rowsOf = <C extends Count>({ clubIds, buckets }: CountFor, of: (clubId: number, bucket: number) => Counts<C>) =>
  clubIds.flatMap(clubId =>
    // A row with all the counts.
    buckets.map((_, bucket) => ({ clubId, bucket, ...of(clubId, bucket) }) as unknown as CountRow<C>),
  )

export type { ByClub }
