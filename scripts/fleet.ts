/**
 * `npm run test:fleet`: several processes of the product behind a proxy, people at work in them, and every process killed
 * once. With two servers and a worker, with four and two, and with these behind pgbouncer where there is one; with words,
 * only those whose name has them: `npm run test:fleet -- pgbouncer`. A minute or two each, on a Postgres of its own.
 */
import { existsSync } from 'node:fs'
import { connectTo } from '@honbu/server/platform/database.ts'
import { addressOf } from '../server/test/fleet/address.ts'
import { killing, runFleet } from '../server/test/fleet/fleet.ts'
import { openPooler } from '../server/test/fleet/pooler.ts'
import { freePorts } from '../server/test/fleet/process.ts'
import { openScratch } from '../server/test/scratch.ts'

const pgbouncer = '/usr/sbin/pgbouncer'
const fleets = [
  { name: '2 servers, 1 worker', servers: 2, workers: 1, pooled: false },
  { name: '4 servers, 2 workers', servers: 4, workers: 2, pooled: false },
  { name: '2 servers, 1 worker, pgbouncer', servers: 2, workers: 1, pooled: true },
  { name: '4 servers, 2 workers, pgbouncer', servers: 4, workers: 2, pooled: true },
]

const words = process.argv.slice(2)
const asked = fleets.filter(({ name }) => words.every(word => name.includes(word)))
let isWrong = asked.length === 0
for (const { name, servers, workers, pooled } of asked) {
  if (pooled && !existsSync(pgbouncer)) {
    console.log(`${name}: not run, ${pgbouncer} is not there`)
    continue
  }
  const programs = process.env.HONBU_TEST_POSTGRES || '/usr/lib/postgresql/15/bin'
  const scratch = await openScratch(existsSync(programs) ? programs : undefined)
  const database = connectTo(scratch.connection)
  const direct = addressOf(scratch.connection)
  // What pgbouncer opens, nobody can give options to.
  if (pooled) await database.pool.query(`alter role ${scratch.connection.user} set jit = off`)
  const [port = 0] = await freePorts(1)
  const pooler = pooled ? await openPooler(pgbouncer, scratch.connection, port) : undefined
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  const numbered = (role: string, count: number) => Array.from({ length: count }, (_, index) => `${role} ${index + 1}`)
  try {
    const outcome = await runFleet({
      db: database.db,
      ...(pooler ? { databaseUrl: pooler.url, databaseDirectUrl: direct } : { databaseUrl: direct }),
      ...{ servers, workers, clients: 8 },
      say: text => console.log(`  ${seconds()} s: ${text}`),
      meanwhile: killing([...numbered('web', servers), ...numbered('worker', workers)], 5000),
    })
    const { problems, asked: counts, again, notes, receiptsTwice } = outcome
    console.log(`${name}: ${seconds()} s, every process killed once`)
    console.log(
      `  asked: ${Object.entries(counts)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ')}`,
    )
    console.log(`  asked again ${again}, notes seen live ${notes}, receipts sent twice ${receiptsTwice}`)
    for (const problem of problems) console.log(`  WRONG ${problem}`)
    isWrong ||= problems.length > 0
  } finally {
    await pooler?.stop()
    await database.close()
    await scratch.stop()
  }
}
process.exitCode = isWrong ? 1 : 0
