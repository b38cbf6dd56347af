/**
 * The directory and the member search with a million members: how long the database takes for a page of 50 with its total,
 * for each filter with each sort, for a head office and for a small club: `npm run bench:directory`, or with fewer members
 * `npm run bench:directory -- 100000`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectTo } from '@honbu/server/platform/database.ts'
import { openEmbedded } from '@honbu/server/platform/embedded-postgres.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'
import { measureDirectory } from './directory-times.ts'
import { fillMillion } from './million.ts'

const members = Number(process.argv[2] ?? 1_000_000)
const folder = await mkdtemp(join(tmpdir(), 'honbu-bench-'))
const embedded = await openEmbedded(folder)
const database = connectTo(embedded.connection)
try {
  await migrate(database.db)
  const began = performance.now()
  const million = await fillMillion(database.db, members)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${members.toLocaleString('en-GB')} members, filled in ${seconds} s\n`)
  await measureDirectory(database, million)
} finally {
  await database.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
