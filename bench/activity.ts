/**
 * What has been done in 50 clubs in two years, as Activity shows it: `npm run bench:activity`, or with more than three
 * million entries `npm run bench:activity -- 10`. One in ten entries is of money, messages or settings; the rest are marks.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { activityTabs } from '@honbu/contract/activity-tabs.ts'
import { auditSubjects } from '@honbu/contract/audit-subjects.ts'
import { getActivity } from '@honbu/server/activity/get-activity.ts'
import { connectTo } from '@honbu/server/platform/database.ts'
import { openEmbedded } from '@honbu/server/platform/embedded-postgres.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'
import type { Read } from '@honbu/server/platform/route.ts'
import { sql } from 'kysely'
import { fillLeads } from './leads.ts'

const clubs = 50
const entries = Number(process.argv[2] ?? 3) * 1_000_000
const now = new Date('2026-05-12T12:00:00Z')
const folder = await mkdtemp(join(tmpdir(), 'honbu-bench-'))
const embedded = await openEmbedded(folder)
const database = connectTo(embedded.connection)
try {
  const { db } = database
  await migrate(db)
  await fillLeads(db, { clubs, membersEach: 200 })
  const subjects = Object.keys(auditSubjects)
  await sql`
    insert into audit (at, action, club_id, member_id, subject, subject_id, before, after)
    select ${now}::timestamptz - make_interval(secs => 63072000 * (1 - n / ${entries}::float8)), 'saveClassMembers',
      1 + n % ${clubs + 1}, case when n % 2 = 0 then (select min(id) from member) + (n / 7) % 9000 end,
      case when n % 10 > 0 then 'attendance' else (${subjects}::text[])[1 + (n / 10) % ${subjects.length}] end, n,
      null, jsonb_build_object('attended', true, 'classDate', '2026-05-12')
    from generate_series(1, ${entries}::int) n`.execute(db)
  await sql`vacuum analyze audit`.execute(db)
  console.log(`${entries.toLocaleString('en-GB')} entries in ${clubs + 1} clubs`)
  const all = Array.from({ length: clubs + 1 }, (_, index) => index + 1)
  const memberId = (
    await db
      .selectFrom('member')
      .select(({ fn }) => fn.min('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id
  for (const [who, clubIds] of [
    ['head office', all],
    ['one club', [2]],
  ] as const) {
    const read = readerOf(clubIds)
    for (const tab of activityTabs) {
      const newest = await median(() => getActivity(read, { tab }))
      const old = await median(() => getActivity(read, { tab, from: '2024-06-03', to: '2024-06-03' }))
      const ofMember = await median(() => getActivity(read, { tab, memberId }))
      console.log(`${who}, ${tab}: newest ${newest} ms, a day two years ago ${old} ms, of a member ${ofMember} ms`)
    }
  }
} finally {
  await database.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

function readerOf(clubIds: readonly number[]): Read {
  const user = { accountId: 1, name: 'Bench', clubs: new Map(clubIds.map(id => [id, { isAdmin: true }])) }
  // What this call reads of a user.
  return { db: database.db, now, user } as unknown as Read
}

/** In milliseconds, of five, after one that fills the caches. */
async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  await work()
  for (let run = 0; run < 5; run++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return Math.round(times.toSorted((one, other) => one - other)[2] ?? 0)
}
