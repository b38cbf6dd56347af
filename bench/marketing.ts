/**
 * The figures of marketing and the lists behind them, for a head office of 50 clubs and for one of these, which is shown
 * beside the others: `npm run bench:marketing`, or with more members a club `npm run bench:marketing -- 10000`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getLeads } from '@honbu/server/marketing/get-leads.ts'
import { getMarketing } from '@honbu/server/marketing/get-marketing.ts'
import { connectTo } from '@honbu/server/platform/database.ts'
import { openEmbedded } from '@honbu/server/platform/embedded-postgres.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'
import type { Read } from '@honbu/server/platform/route.ts'
import { fillLeads } from './leads.ts'

const clubs = 50
const membersEach = Number(process.argv[2] ?? 1000)
const now = new Date('2026-05-12T12:00:00Z')
const folder = await mkdtemp(join(tmpdir(), 'honbu-bench-'))
const embedded = await openEmbedded(folder)
const database = connectTo(embedded.connection)
try {
  await migrate(database.db)
  await fillLeads(database.db, { clubs, membersEach })
  const all = Array.from({ length: clubs + 1 }, (_, index) => index + 1)
  console.log(`${clubs} clubs of ${membersEach.toLocaleString('en-GB')} members`)
  for (const [who, id, clubIds] of [
    ['head office', 1, all],
    ['one club', 2, [2]],
  ] as const)
    for (const months of [6, 12, 36]) {
      const read = readerOf(clubIds)
      const { value, ms } = await median(() => getMarketing(read, { id, months }))
      const list = await median(() => getLeads(read, { id, months, filter: 'step~gte~4' }))
      const people = value.total.enquiries.toLocaleString('en-GB')
      const others = value.others ? `, beside ${value.others.clubs} others` : ''
      console.log(
        `${who}, ${months} months: ${people} people${others}: figures ${ms} ms, a page of those who joined ${list.ms} ms`,
      )
    }
} finally {
  await database.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

function readerOf(clubIds: readonly number[]): Read {
  const user = { accountId: 1, name: 'Bench', clubs: new Map(clubIds.map(id => [id, true])) }
  // What these calls read of a user.
  return { db: database.db, now, user } as unknown as Read
}

/** Of five, after one that fills the caches. */
async function median<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const times: number[] = []
  let value = await work()
  for (let run = 0; run < 5; run++) {
    const began = performance.now()
    value = await work()
    times.push(performance.now() - began)
  }
  return { value, ms: Math.round(times.toSorted((one, other) => one - other)[2] ?? 0) }
}
