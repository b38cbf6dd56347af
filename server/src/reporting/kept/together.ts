import { hash } from 'node:crypto'
import { todayIn } from '@honbu/contract/calendar.ts'
import type { Count } from '@honbu/contract/kpis/counted.ts'
import type { Db } from '../../platform/database.ts'
import type { CountFor } from '../buckets.ts'
import type { AnyCountRow, AnySubject } from '../subjects.ts'
import { type Kept, keptOf } from './kept.ts'
import { distinct, sumOf } from './parts.ts'

/** Fewer are added up in no time. */
const fewestTogether = 20

/**
 * May what clubs have together be kept? What is counted of a club depends on its day: on that of all of them where it is the
 * same, which clubs around the world have for a part of the day only.
 */
export function mayKeepTogether(clubs: readonly { readonly timeZone: string }[], now: Date): boolean {
  const zones = new Set(clubs.map(({ timeZone }) => timeZone))
  return clubs.length >= fewestTogether && new Set([...zones].map(zone => todayIn(zone, now))).size === 1
}

type Sums = Readonly<Partial<Record<Count, number>>>

/**
 * What clubs have together in each bucket, as a row of the first of them. It is kept as what each has is: a head office reads
 * a row for a month, where it would add up those of hundreds of clubs. Where something was written in one of them, they
 * are.
 */
export async function countTogether(db: Db, { counts, count, kept }: AnySubject, of: CountFor): Promise<AnyCountRow[]> {
  const clubIds = of.clubIds.toSorted((a, b) => a - b)
  const [clubId] = clubIds
  if (!kept || clubId === undefined) return []
  const { buckets, placesOf } = distinct(of.buckets.map(bucket => [bucket]))
  const sums: Kept<Sums> = {
    ...kept,
    name: `${kept.name} of ${hash('sha256', clubIds.join(), 'base64url')}`,
    together: clubIds,
    count: async (_, missing) => {
      const rows = Map.groupBy(await count(db, { ...missing, clubIds }), ({ bucket }) => bucket)
      return missing.buckets.map((_, bucket) => {
        const own = rows.get(bucket) ?? []
        return { clubId, bucket, value: Object.fromEntries(counts.map(name => [name, sumOf(own, name)])) }
      })
    },
  }
  const found = await keptOf(db, sums, { ...of, clubIds: [clubId], buckets })
  return placesOf.map(([place = 0], bucket) => ({ ...found(clubId, place), clubId, bucket }))
}
