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
  /** Of any days. */
  readonly directly: Kept<number>
}

/** So many months of each club are counted for somebody who waits for it; where more are missing, he is counted directly. */
const mostMonthsEach = 4

export const mostMonths = ({ clubIds, isAhead = false }: CountFor) =>
  isAhead ? Number.POSITIVE_INFINITY : mostMonthsEach * clubIds.length

/** Can a bucket be put together from months? Not where it begins within one, and goes on into another. */
export const isByMonth = (bucket: Bucket, parts: readonly Bucket[]): boolean =>
  parts.length === 1 ? isInMonth(bucket) : bucket.from === firstOfMonth(bucket.from)

/** A subject that counts each member once, however many months a bucket has. */
export function keptOnce<C extends Count, Value>({ name, byLastMonth, join, directly }: Once<C, Value>): Subject<C> {
  return {
    counts: [name],
    isKept: true,
    count: async (db, of) => {
      const places = of.buckets.map((bucket, place) => ({ place, bucket, parts: partsOf(bucket) }))
      const byMonth = places.filter(({ bucket, parts }) => isByMonth(bucket, parts))
      const others = places.filter(each => !byMonth.includes(each))
      const { buckets, placesOf } = distinct(byMonth.map(({ parts }) => parts))
      const found = await keptOf(db, byLastMonth, { ...of, buckets }, mostMonths(of))
      const direct = found ? others : places
      const once = distinct(direct.map(({ bucket }) => [bucket]))
      const counted = await countDirectly(db, directly, { ...of, buckets: once.buckets })
      const row = (clubId: number, bucket: number, value: number) =>
        // The one count of the subject.
        ({ clubId, bucket, [name]: value }) as unknown as CountRow<C>
      return of.clubIds.flatMap(clubId => [
        ...direct.map(({ place }, index) => row(clubId, place, counted(clubId, once.placesOf[index]?.[0] ?? 0) ?? 0)),
        ...(found
          ? byMonth.map(({ place, bucket }, index) => {
              const parts = (placesOf[index] ?? []).map(part => found(clubId, part))
              return row(clubId, place, join(parts, firstOfMonth(bucket.from)))
            })
          : []),
      ])
    },
  }
}

const isInMonth = ({ from, until }: Bucket) => firstOfMonth(from) === firstOfMonth(until)

const countDirectly = async (db: Db, directly: Kept<number>, of: CountFor): Promise<ByClub<number>> =>
  of.buckets.length === 0 ? () => undefined : await keptOf(db, directly, of)

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
