import { reportLists } from '@honbu/contract/report-lists.ts'
import type { ReportTab } from '@honbu/contract/report-tabs.ts'
import type { User } from '../../platform/access.ts'
import type { Db } from '../../platform/database.ts'
import type { Read } from '../../platform/route.ts'
import type { Bucket } from '../buckets.ts'
import { getReport } from '../report.ts'
import { getReportList } from '../report-list.ts'

interface Asked {
  readonly db: Db
  readonly now: Date
  readonly clubIds: readonly number[]
  readonly period: Bucket
  readonly tab: ReportTab
}

/** These open a list of what they are computed from: it does not add up to them. */
const computed: readonly string[] = ['arpm', 'costPerJoin']

/** Every number of a tab's tables that opens a list, beside what the list adds up to: those that are not the same. */
export async function differingCells({ db, now, clubIds, period, tab }: Asked) {
  // What these calls read of a user.
  const read = {
    db,
    now,
    user: { clubs: new Map(clubIds.map(id => [id, { isAdmin: true }])) } as unknown as User,
  } as Read
  const { sections } = await getReport(read, { tab, ...period })
  const differing: unknown[] = []
  let looked = 0
  for (const section of sections)
    for (const { cells, where } of section.rows)
      for (const [place, { key, list, unit }] of section.columns.entries()) {
        const cell = cells[place]
        if (!list || typeof cell !== 'number' || (unit !== 'count' && unit !== 'money') || computed.includes(key))
          continue
        const answer = await getReportList(read, {
          ...{ list, ...period, ...(where?.from && { from: where.from }), ...(where?.until && { until: where.until }) },
          ...(where?.clubId && { clubIds: [where.clubId] }),
          ...(where?.group !== undefined && { group: where.group }),
        })
        const counts = reportLists[list].sum === 'count' ? answer.count : answer.total
        const listed = unit === 'money' ? answer.amount : counts
        looked++
        if (listed !== cell) differing.push({ tab, section: section.key, key, where, cell, listed })
      }
  return { looked, differing }
}
