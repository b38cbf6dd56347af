import type { Count } from '@honbu/contract/kpis/counted.ts'
import type { ReportTab } from '@honbu/contract/report-tabs.ts'
import type { User } from '../../platform/access.ts'
import type { Db } from '../../platform/database.ts'
import type { Read } from '../../platform/route.ts'
import type { Bucket } from '../buckets.ts'
import { countAll } from '../count.ts'
import { clearMarks } from '../kept/clear.ts'
import { getReport } from '../report.ts'

interface Asked {
  readonly db: Db
  readonly now: Date
  readonly clubIds: readonly number[]
  readonly buckets: readonly Bucket[]
  readonly names: ReadonlySet<Count>
  readonly tabs: readonly ReportTab[]
}

/** Somebody asks for reports while things are still being written: what was counted for him must not be believed later. */
export function askedBefore({ db, now, buckets, names, tabs, clubIds }: Asked) {
  let times = 0
  return async () => {
    times++
    // Each way in which counts are kept, with marks that are there and marks that are cleared.
    const isAhead = times % 2 === 1
    const needed = { ofAll: names, ofFirst: new Set<never>(), first: 0 }
    await countAll(db, { clubIds, buckets, now, isAhead }, needed)
    await countAll(db, { clubIds, buckets, now }, { ...needed, each: 0 })
    // What the tables of a tab read of a user.
    const user = { clubs: new Map(clubIds.map(id => [id, { isAdmin: true }])) } as unknown as User
    // What these calls read of a user.
    const read = { db, now, user } as Read
    const [period] = buckets
    for (const tab of period ? tabs : []) await getReport(read, { tab, ...period })
    if (times % 3 === 0) await clearMarks(db)
  }
}
