import type { Count } from '@honbu/contract/kpis/counted.ts'
import type { Db } from '../../platform/database.ts'
import { type Bucket, type CountFor, firstOfMonth, lastOfMonth } from '../buckets.ts'
import type { CountRow, Subject } from '../subjects.ts'
import { type ByClub, type Found, type Kept, keptOf } from './kept.ts'
import { distinct, partsOf } from './parts.ts'

/** Numbers by day of the month: '1' to '31'. */
export type ByDay = Readonly<Record<string, number>>

/** Who was there in a month, such that any part of it that begins or ends with it can be told as well. */
export interface OfMonth {
  /** Members by the last day of the month on which they were there. */
  readonly byLastDay: ByDay
  /** Members by the month in which they were there last before it, '' for never, and by their first day in it. */
  readonly byFirstDay: Readonly<Record<string, ByDay>>
}

interface Once<C extends Count, Value> {
  readonly name: C
  /** Of whole months. */
  readonly months: Kept<Value>
  /** Members of the months of a bucket, each once: see `onceOf`. */
  readonly join: (months: readonly (Value | undefined)[], bucket: Bucket) => number
  /** Of days that begin within a month and go on into another: see `beginsWithin`. */
  readonly again: Kept<number>
  /** Of any days. */
  readonly directly: Kept<number>
}

/** So many months of each club are counted for somebody who waits for it; where more are missing, he is counted directly. */
const mostMonthsEach = 12

export const mostMonths = ({ clubIds, isAhead = false }: CountFor) =>
  isAhead ? Number.POSITIVE_INFINITY : mostMonthsEach * clubIds.length

/** The whole months in which a bucket lies; null where it cannot be put together from them: it is too long, or within one. */
export function monthsOfBucket(bucket: Bucket): Bucket[] | null {
  const { from, until } = bucket
  const parts = partsOf(bucket)
  if (parts.length === 1) {
    const isLong = firstOfMonth(from) !== firstOfMonth(until)
    const isWithin = from !== firstOfMonth(from) && until !== lastOfMonth(until)
    if (isLong || isWithin) return null
  }
  return parts.map(part => ({ from: firstOfMonth(part.from), until: lastOfMonth(part.from) }))
}

/**
 * Does a bucket begin within a month, and go on into another? Who was there in that month only before the bucket has begun, and comes
 * in a later one, has his last month in the first of the bucket, as if he were counted there: those have to be added.
 */
export const beginsWithin = ({ from, until }: Bucket): boolean =>
  from !== firstOfMonth(from) && firstOfMonth(from) !== firstOfMonth(until)

/** A subject that counts each member once, however many months a bucket has. */
export function keptOnce<C extends Count, Value>({ name, months, join, again, directly }: Once<C, Value>): Subject<C> {
  return {
    counts: [name],
    kept: { name, reads: months.reads, looksBack: true },
    count: async (db, of) => {
      const places = of.buckets.map((bucket, place) => ({ place, bucket, months: monthsOfBucket(bucket) }))
      const byMonth = places.filter(({ months }) => months !== null)
      const { buckets, placesOf } = distinct(byMonth.map(({ months }) => months ?? []))
      const found = await keptOf(db, months, { ...of, buckets }, mostMonths(of))
      const direct = found ? places.filter(each => !byMonth.includes(each)) : places
      const within = found ? byMonth.filter(({ bucket }) => beginsWithin(bucket)) : []
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
              const own = (placesOf[index] ?? []).map(month => found(clubId, month))
              return row(clubId, place, join(own, bucket) + countedAgain(clubId, place))
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

/**
 * Members who were there in a bucket, from its months: of the first all who were there once it had begun, of the later ones
 * those who were in none before, and of the last those who were there before it ended.
 */
export function onceOf(months: readonly (OfMonth | undefined)[], { from, until }: Bucket): number {
  const first = firstOfMonth(from)
  let members = 0
  for (const [index, month] of months.entries()) {
    if (!month) continue
    if (index === 0 && from !== first) members += sumOfDays(month.byLastDay, { from: dayOf(from) })
    else {
      const days = { until: index === months.length - 1 ? dayOf(until) : 31 }
      for (const [last, byDay] of Object.entries(month.byFirstDay))
        if (index === 0 || last < first) members += sumOfDays(byDay, days)
    }
  }
  return members
}

/** What lies in the days of a part of its month. */
export const inPart = (byDay: ByDay, { from, until }: Bucket): number =>
  sumOfDays(byDay, { from: dayOf(from), until: dayOf(until) })

const dayOf = (date: string) => Number(date.slice(8))

function sumOfDays(
  byDay: ByDay,
  { from = 1, until = 31 }: { readonly from?: number; readonly until?: number },
): number {
  let sum = 0
  for (const day in byDay) if (Number(day) >= from && Number(day) <= until) sum += byDay[day] ?? 0
  return sum
}

/** A number of members by their first day in a month, and the month in which they were there last before; or, without one, by their last day. */
export interface DayRow {
  readonly clubId: number
  readonly bucket: number
  readonly last: string | null
  readonly day: number
  readonly members: number
}

/** Rows of one club and month. */
export function ofMonth(rows: readonly DayRow[]): OfMonth {
  const byLastDay: Record<string, number> = {}
  const byFirstDay: Record<string, Record<string, number>> = {}
  for (const { last, day, members } of rows) {
    if (last === null) byLastDay[day] = members
    else {
      byFirstDay[last] ??= {}
      byFirstDay[last][day] = members
    }
  }
  return { byLastDay, byFirstDay }
}

/** The rows of each club and month as one value. */
export const eachMonth = <Row extends Omit<Found<unknown>, 'value'>, Value>(
  rows: readonly Row[],
  toValue: (own: readonly Row[]) => Value,
): Found<Value>[] =>
  [...Map.groupBy(rows, ({ clubId, bucket }) => `${clubId} ${bucket}`).values()].flatMap(own =>
    own.slice(0, 1).map(({ clubId, bucket }) => ({ clubId, bucket, value: toValue(own) })),
  )
