import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillDemo } from '@honbu/server/demo/index.ts'
import { connectTo, type Database } from '@honbu/server/platform/database.ts'
import { openEmbedded } from '@honbu/server/platform/embedded-postgres.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'
import autocannon from 'autocannon'
import type { MeasuredCall } from './calls.ts'
import type { FloorCall } from './floor.ts'

interface Running {
  readonly address: { readonly port: number }
  readonly headers: Record<string, string>
  readonly floor: FloorCall[]
}

/** Of each measurement; the first argument of the command. */
const seconds = Number(process.argv[2] ?? 5)

/** A database of its own with the demo in it, for as long as `work` takes. */
export async function withDemo(work: (database: Database) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'honbu-bench-'))
  const embedded = await openEmbedded(folder)
  const database = connectTo(embedded.connection)
  try {
    await migrate(database.db)
    await fillDemo(database.db, new Date())
    // As it was told, without parsers: other processes are told it in turn.
    await work({ ...database, connection: embedded.connection })
  } finally {
    await database.close()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Requests per second, p50 and p99 of each call with 1 and with 32 clients, beside a bare server that runs the same SQL.
 * The database, the server and the load are three processes on one machine, so the ratio says more than the numbers.
 */
export async function measure({ db, connection }: Pick<Database, 'db' | 'connection'>, calls: readonly MeasuredCall[]) {
  const [{ sub } = { sub: '' }] = await db
    .selectFrom('account')
    .select('sub')
    .where('email', '=', 'hq@demo.honbu.example')
    .execute()

  const product = await start('product.ts', { connection, sub, calls })
  const floor = await start('floor.ts', { connection, calls: product.running.floor })
  console.log(`${cpus().length} cores, Node ${process.version}, ${seconds} s each\n`)
  console.log('call                      clients   requests/s    p50 ms    p99 ms   floor requests/s   ratio')
  for (const call of calls)
    for (const connections of [1, 32]) {
      const ours = await load(product.running, call, connections)
      const bare = await load({ ...product.running, address: floor.running.address }, call, connections)
      const figures = [
        ours.rate.toFixed(0),
        ours.p50,
        ours.p99,
        bare.rate.toFixed(0),
        (ours.rate / bare.rate).toFixed(2),
      ]
      const [rate, p50, p99, floorRate, ratio] = figures.map(String)
      console.log(
        `${call.name.padEnd(26)}${String(connections).padStart(7)}${rate?.padStart(13)}${p50?.padStart(10)}${p99?.padStart(10)}${floorRate?.padStart(19)}${ratio?.padStart(8)}`,
      )
    }
  product.stop()
  floor.stop()
}

async function start(file: string, message: object) {
  const child = fork(join(import.meta.dirname, file))
  child.send(message)
  const [running] = (await once(child, 'message')) as [Running]
  return { running, stop: () => child.kill() }
}

async function load({ address, headers }: Running, { method, path, body }: MeasuredCall, connections: number) {
  const options = {
    url: `http://127.0.0.1:${address.port}${path}`,
    method,
    headers,
    connections,
    ...(body && { body }),
  }
  await autocannon({ ...options, duration: 1 })
  const { requests, latency, non2xx, errors } = await autocannon({ ...options, duration: seconds })
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} refusals, ${errors} errors`)
  return { rate: requests.average, p50: latency.p50, p99: latency.p99 }
}
