import { type Count, type Counted, counted } from '@honbu/contract/kpis/counted.ts'
import { type KpiName, kpis } from '@honbu/contract/kpis.ts'
import type { Db } from '../platform/database.ts'
import type { CountFor } from './buckets.ts'
import { atRisk } from './counts/at-risk.ts'
import { attendance } from './counts/attendance.ts'
import { paying } from './counts/billing.ts'
import { debt } from './counts/debt.ts'
import { gradings, ready } from './counts/gradings.ts'
import { leads, marketingCost } from './counts/leads.ts'
import { members } from './counts/members.ts'
import { sent, unsubscribed } from './counts/messages.ts'
import { keepMoneyDays, money } from './counts/money-day.ts'
import { sales } from './counts/sales.ts'
import { tasksDone, tasksOverdue } from './counts/tasks.ts'
import { visitors } from './counts/visitors.ts'
import { countTogether } from './kept/together.ts'
import type { AnyCountRow, AnySubject } from './subjects.ts'

/** All that can be counted; each count in one of them. */
export const subjects: readonly AnySubject[] = [
  ...[members, attendance, visitors, atRisk],
  ...[money, paying, debt, sales],
  ...[leads, marketingCost, gradings, ready, sent, unsubscribed, tasksDone, tasksOverdue],
]

/** What was counted, by the bucket's place in the list. */
export interface Counts {
  /** Of all the clubs. */
  readonly of: (bucket: number) => Counted
  /** Of one of them, in a bucket of which each club was asked. */
  readonly ofClub: (clubId: number, bucket: number) => Counted
  /** The moment from which on something may be missing: of asking, but for a database that cannot be written. */
  readonly asOf: Date
}

/** Which counts are needed: of all buckets, or of the first few only. */
export interface Needed {
  readonly ofAll: ReadonlySet<Count>
  readonly ofFirst: ReadonlySet<Count>
  readonly first: number
  /** Of so many of the first buckets each club is asked, of the others only what they have together; of all, unless it is said. */
  readonly each?: number
}

/** Counts what is needed, and what is counted along with it. */
export async function countAll(
  db: Db,
  of: CountFor,
  { ofAll, ofFirst, first, each = of.buckets.length }: Needed,
): Promise<Counts> {
  const asked = subjects.flatMap(subject => {
    if (of.isAhead && !subject.kept) return []
    const isNeeded = (names: ReadonlySet<Count>) => subject.counts.some(name => names.has(name))
    const buckets = isNeeded(ofAll) ? of.buckets : isNeeded(ofFirst) ? of.buckets.slice(0, first) : []
    return buckets.length > 0 ? [{ subject, buckets }] : []
  })
  const missingSince = await keepMoneyDays(db)
  const found = await Promise.all(
    asked.map(async ({ subject, buckets }) => {
      if (!subject.kept || buckets.length <= each) return await subject.count(db, { ...of, buckets })
      const ofEach = each > 0 ? await subject.count(db, { ...of, buckets: buckets.slice(0, each) }) : []
      const together = await countTogether(db, subject, { ...of, buckets: buckets.slice(each) })
      return [...ofEach, ...together.map(row => ({ ...row, bucket: row.bucket + each }))]
    }),
  )
  const names = new Set(asked.flatMap(({ subject }) => subject.counts))
  const byBucket = Map.groupBy(found.flat(), ({ bucket }) => bucket)
  const byClub = Map.groupBy(found.flat(), ({ clubId, bucket }) => `${clubId} ${bucket}`)
  // Every count has a number; one that was not asked for is none.
  const nothing = Object.fromEntries(allCounts.map(name => [name, names.has(name) ? 0 : Number.NaN])) as Counted
  // By loops and no lists: for a head office it is done for each club.
  const sumOf = (rows: readonly AnyCountRow[] = []) => {
    const sums = { ...nothing }
    for (const row of rows) for (const name in row) if (isCount(name)) sums[name] += row[name] ?? 0
    return sums
  }
  return {
    asOf: missingSince ?? of.now,
    of: bucket => sumOf(byBucket.get(bucket)),
    ofClub: (clubId, bucket) => {
      if (bucket >= each) throw new RangeError('only what all clubs have together was counted')
      return sumOf(byClub.get(`${clubId} ${bucket}`))
    },
  }
}

const allCounts = Object.keys(counted) as Count[]
const isCount = (name: string): name is Count => name in counted

/** What a figure is computed from: whatever its formula looks at when nothing is zero. */
export function countsOf(names: readonly KpiName[]): Set<Count> {
  const looked = new Set<Count>()
  const recorder = new Proxy({} as Counted, {
    get: (_, name) => {
      looked.add(name as Count)
      return 1
    },
  })
  for (const name of names) kpis[name].value(recorder)
  return looked
}

/** A figure as it is on the wire; null: nothing can be said. */
export function figureOf(name: KpiName, of: Counted): number | null {
  const value = kpis[name].value(of)
  return value === null || !Number.isFinite(value) ? null : value
}
