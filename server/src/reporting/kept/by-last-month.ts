import type { Count } from '@honbu/contract/kpis.ts'
import type { Db } from '../../platform/database.ts'
import { type Bucket, type CountFor, firstOfMonth } from '../buckets.ts'
import type { CountRow, Subject } from '../subjects.ts'
import { type ByClub, type Found, type Kept, keptOf } from './kept.ts'
import { distinct, partsOf } from './parts.ts'

/**
 * Who was there in a part of a month, by the month in which he was there last before it: '' where he never was. Whoever is
 * to be counted once in several months is counted in the first of them: where his last month lies before all of them.
 */
export type ByLastMonth = Readonly<Record<string, number>>

interface Once<C extends Count, Value> {
  readonly name: C
  /** Of parts of months. */
  readonly byLastMonth: Kept<Value>
  readonly join: (parts: readonly (Value | undefined)[], first: string) => number
  /** Of days that begin within a month and go on into another: see `goneBefore`. */
  readonly again: Kept<number>
  /** Of any days. */
  readonly directly: Kept<number>
}

/** So many months of each club are counted for somebody who waits for it; where more are missing, he is counted directly. */
const mostMonthsEach = 12

export const mostMonths = ({ clubIds, isAhead = false }: CountFor) =>
  isAhead ? Number.POSITIVE_INFINITY : mostMonthsEach * clubIds.length

/** Can a bucket be put together from months? Not where it is too long to be taken apart. */
export const isByMonth = ({ from, until }: Bucket, parts: readonly Bucket[]): boolean =>
  parts.length > 1 || firstOfMonth(from) === firstOfMonth(until)

/**
 * Does a bucket begin within a month, and go on into another? Who was there in that month only before the bucket has begun, and comes
 * in a later one, has his last month in the first of the bucket, as if he were counted there: those have to be added.
 */
export const beginsWithin = ({ from }: Bucket, parts: readonly Bucket[]): boolean =>
  parts.length > 1 && from !== firstOfMonth(from)

/** A subject that counts each member once, however many months a bucket has. */
export function keptOnce<C extends Count, Value>({
  name,
  byLastMonth,
  join,
  again,
  directly,
}: Once<C, Value>): Subject<C> {
  return {
    counts: [name],
    isKept: true,
    count: async (db, of) => {
      const places = of.buckets.map((bucket, place) => ({ place, bucket, parts: partsOf(bucket) }))
      const byMonth = places.filter(({ bucket, parts }) => isByMonth(bucket, parts))
      const { buckets, placesOf } = distinct(byMonth.map(({ parts }) => parts))
      const found = await keptOf(db, byLastMonth, { ...of, buckets }, mostMonths(of))
      const direct = found ? places.filter(each => !byMonth.includes(each)) : places
      const within = found ? byMonth.filter(({ bucket, parts }) => beginsWithin(bucket, parts)) : []
      const [counted, countedAgain] = await Promise.all([
        ofPlaces(db, directly, of, direct),
        ofPlaces(db, again, of, within),
      ])
      const row = (clubId: number, bucket: number, value: number) =>
        // The one count of the subject.
        ({ clubId, bucket, [name]: value }) as unknown as CountRow<C>
      return of.clubIds.flatMap(clubId => [
        ...direct.map(({ place }) => row(clubId, place, counted(clubId, place))),
        ...(found
          ? byMonth.map(({ place, bucket }, index) => {
              const parts = (placesOf[index] ?? []).map(part => found(clubId, part))
              return row(clubId, place, join(parts, firstOfMonth(bucket.from)) + countedAgain(clubId, place))
            })
          : []),
      ])
    },
  }
}

interface Place {
  readonly place: number
  readonly bucket: Bucket
}

/** What is counted of some of the buckets, by their places; 0 of the others. */
async function ofPlaces(db: Db, what: Kept<number>, of: CountFor, places: readonly Place[]) {
  const { buckets, placesOf } = distinct(places.map(({ bucket }) => [bucket]))
  const found: ByClub<number> = buckets.length === 0 ? () => undefined : await keptOf(db, what, { ...of, buckets })
  const nth = new Map(places.map(({ place }, index) => [place, placesOf[index]?.[0] ?? 0]))
  return (clubId: number, place: number): number => {
    const own = nth.get(place)
    return (own !== undefined && found(clubId, own)) || 0
  }
}

/** Of the first part all, of the later ones those who were in none before. */
export const onceOf = (parts: readonly (ByLastMonth | undefined)[], first: string): number =>
  parts.reduce(
    (sum, part, index) =>
      Object.entries(part ?? {}).reduce(
        (all, [last, members]) => (index === 0 || last < first ? all + members : all),
        sum,
      ),
    0,
  )

/** Rows of a query, each with a number of members by the month in which they were there last, as one value a bucket. */
export function byLastMonthOf(
  rows: readonly { clubId: number; bucket: number; last: string; members: number }[],
): Found<ByLastMonth>[] {
  const found = Map.groupBy(rows, ({ clubId, bucket }) => `${clubId} ${bucket}`)
  return [...found.values()].flatMap(own => {
    const [first] = own
    return first
      ? [
          {
            clubId: first.clubId,
            bucket: first.bucket,
            value: Object.fromEntries(own.map(({ last, members }) => [last, members])),
          },
        ]
      : []
  })
}
