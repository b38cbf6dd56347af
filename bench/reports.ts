/**
 * The reports of a head office of 50 clubs, and of one of these beside the others, over two years with ten million
 * attendances; and what keeping their counts costs the register: `npm run bench:reports`. With DATABASE_URL, in that database,
 * which is filled where it is empty, and stays.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportListName } from '@honbu/contract/kpis.ts'
import { reportTabs } from '@honbu/contract/report-tabs.ts'
import { connectTo, type Database } from '@honbu/server/platform/database.ts'
import { openEmbedded } from '@honbu/server/platform/embedded-postgres.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'
import type { Read } from '@honbu/server/platform/route.ts'
import { getReport } from '@honbu/server/reporting/report.ts'
import { getReportList } from '@honbu/server/reporting/report-list.ts'
import { sql } from 'kysely'
import { fillReports, reportClubs, reportDay } from './report-rows.ts'

const now = new Date(`${reportDay}T12:00:00Z`)
const all = Array.from({ length: reportClubs + 1 }, (_, index) => index + 1)
const periods = { month: {}, 'two years': { from: '2024-06-01', until: '2026-05-31' } } as const
const lists: readonly ReportListName[] = ['active', 'lapses', 'atRisk', 'attended', 'sessions', 'due', 'debt']

const database = await openBench()
const { db } = database
try {
  await migrate(db)
  const began = performance.now()
  if (!(await isFilled())) await fillReports(db)
  const { rows } = await sql<{ marks: number }>`select sum(marked)::bigint as marks from class_day`.execute(db)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${rows[0]?.marks.toLocaleString('en-GB')} marks, filled in ${seconds} s`)
  for (const [who, clubIds] of [
    ['head office', all],
    ['one club', [2]],
  ] as const) {
    for (const [named, period] of Object.entries(periods)) {
      for (const tab of reportTabs)
        console.log(
          `${who}, ${named}, ${tab}: ${await median(() => getReport(readerOf(clubIds), { tab, ...period }))} ms`,
        )
      for (const list of lists) {
        const ms = await median(() => getReportList(readerOf(clubIds), { list, ...period }))
        console.log(`${who}, ${named}, list of ${list}: ${ms} ms`)
      }
    }
  }
  const withCounts = await marking()
  await sql`alter table attendance disable trigger count_marks_made`.execute(db)
  const without = await marking()
  console.log(`marks of a class of 30: ${withCounts} ms, without what reports keep ${without} ms`)
} finally {
  await database.close()
}

/** The database of DATABASE_URL, which is filled once and kept; or one that is gone afterwards. */
async function openBench(): Promise<Pick<Database, 'db' | 'close'>> {
  const { DATABASE_URL: url } = process.env
  if (url) return connectTo({ connectionString: url })
  const folder = await mkdtemp(join(tmpdir(), 'honbu-bench-'))
  const embedded = await openEmbedded(folder)
  const { db, close } = connectTo(embedded.connection)
  return {
    db,
    close: async () => {
      await close()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isFilled(): Promise<boolean> {
  const { rows } = await sql`select from club limit 1`.execute(db)
  return rows.length > 0
}

/** What a register's save writes into the table of marks. */
async function marking(): Promise<number> {
  let day = 0
  return await median(async () => {
    day++
    await sql`
      insert into attendance (class_id, class_date, club_id, root_club_id, member_id, attended)
      select class_id, ${reportDay}::date + ${day}::int, club_id, root_club_id, member_id, true
      from class_member where class_id = 210 and removed_on is null order by member_id limit 30
      on conflict (class_id, class_date, member_id) do update set attended = excluded.attended`.execute(db)
  }, 41)
}

function readerOf(clubIds: readonly number[]): Read {
  const user = { accountId: 1, name: 'Bench', clubs: new Map(clubIds.map(id => [id, { isAdmin: true }])) }
  // What these calls read of a user.
  return { db, now, user } as unknown as Read
}

/** After one that fills the caches. */
async function median(work: () => Promise<unknown>, runs = 5): Promise<number> {
  const times: number[] = []
  await work()
  for (let run = 0; run < runs; run++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return Math.round((times.toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? 0) * 10) / 10
}
