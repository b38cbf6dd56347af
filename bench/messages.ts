/**
 * Messages to a hundred thousand members: how long it takes to count who is meant and who is reached, and to send:
 * `npm run bench:messages`, or with another number of members in the database `npm run bench:messages -- 1000000`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectTo } from '@honbu/server/platform/database.ts'
import { openEmbedded } from '@honbu/server/platform/embedded-postgres.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'
import { measureAudience } from './audience-times.ts'
import { fillMillion } from './million.ts'
import { measureSending } from './send-times.ts'

/** Of whom eight in ten are in the tree of the head office. */
const members = Number(process.argv[2] ?? 125_000)
const folder = await mkdtemp(join(tmpdir(), 'honbu-bench-'))
const embedded = await openEmbedded(folder)
const database = connectTo(embedded.connection)
try {
  await import('./rendering.ts')
  await migrate(database.db)
  const { headOfficeClubIds } = await fillMillion(database.db, members)
  console.log(`${members.toLocaleString('en-GB')} members in the database`)
  await measureAudience(database.db, headOfficeClubIds)
  await measureSending(database.db, headOfficeClubIds)
} finally {
  await database.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}
