/**
 * `npm run test:failover`: a Postgres with a standby that takes over (pg_auto_failover), two servers and a worker upon it,
 * people at work in them. The primary is killed, the next one falls silent, a standby is killed: how long nothing can be
 * written, and whether everything that was acknowledged is there once. Some five minutes; Debian's packages are needed.
 */
import { connectTo } from '@honbu/server/platform/database.ts'
import { connectionTo } from '@honbu/server/platform/writable-host.ts'
import { openCluster, whatIsMissing } from '../server/test/failover/cluster.ts'
import { checkKept, falling, type Watched } from '../server/test/failover/failover.ts'
import { runFleet } from '../server/test/fleet/fleet.ts'

/** Seconds within which people can write again. */
const goal = 30

/** `--short`: the primary is killed and comes back, nothing more. */
const isShort = process.argv.includes('--short')
const programs = process.env.HONBU_TEST_POSTGRES || '/usr/lib/postgresql/15/bin'
const missing = whatIsMissing(programs)
if (missing) {
  console.log(`Not run. What is needed: ${missing}`)
  process.exit(1)
}
const began = performance.now()
const say = (text: string) => console.log(`${Math.round((performance.now() - began) / 1000)} s: ${text}`)
const cluster = await openCluster(programs)
say('the primary and its standby are there')
const database = connectTo(connectionTo(cluster.url))
try {
  const watched: Watched = { falls: [], notes: [] }
  const outcome = await runFleet({
    ...{
      db: database.db,
      databaseUrl: cluster.url,
      databaseReplicaUrl: cluster.url,
      servers: 2,
      workers: 1,
      clients: 8,
      say,
    },
    patience: 120_000,
    mayLog: line => /"trouble":"(database_gone|busy)"/.test(line) || line.includes('the job queue had an error'),
    meanwhile: falling(cluster, watched, isShort),
  })
  const kept = watched.notes.filter(({ saidAt }) => saidAt !== undefined).length
  const { asked, again, excuses, receiptsTwice } = outcome
  const otherwise = Object.keys(excuses).filter(status => !['502', '503'].includes(status))
  const problems = [
    ...outcome.problems,
    ...(await checkKept(database.db, cluster, watched)),
    ...otherwise.map(status => `Somebody was answered ${status}.`),
    ...watched.falls.filter(({ seconds }) => seconds > goal).map(({ what }) => `${what}: longer than ${goal} s`),
  ]
  const list = (counts: object) => Object.entries(counts).map(([name, count]) => `${name} ${count}`)
  console.log(`asked: ${list(asked).join(', ')}`)
  console.log(`asked again: ${again}; answered ${list(excuses).join(', ')}; receipts sent twice: ${receiptsTwice}`)
  console.log(`notes written steadily: ${watched.notes.length}, of them acknowledged: ${kept}`)
  for (const problem of problems) console.log(`WRONG ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  await database.close()
  await cluster.stop()
}
