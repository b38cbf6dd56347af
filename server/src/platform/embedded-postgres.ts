import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart, codeOf, reasonOf } from './cannot-start.ts'
import {
  type Cluster,
  type ClusterOptions,
  prepareCluster,
  type Started,
  startPostgres,
  superuser,
} from './embedded-postgres/cluster.ts'
import { postmasterOf, removeStaleLocks, stopPostgres } from './embedded-postgres/postmaster.ts'

/** What pg needs to connect. `host` is a folder where the transport is a socket. */
export interface Connection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password?: string
  readonly database: string
}

export interface Embedded {
  readonly connection: Connection
  /** The same as an address, for tools that take one. */
  readonly url: string
  /** Leaves the database; stops Postgres if nobody else uses it. Close every other connection before. */
  readonly stop: () => Promise<void>
}

export interface EmbeddedOptions extends ClusterOptions {
  /** `server`: the one server of the data folder. `guest` (the default): any number, beside a server or without. */
  readonly as?: 'server' | 'guest'
}

const database = 'honbu'
/** Advisory locks in the `postgres` database: (ours, which). The first number only keeps out of others' way. */
const attached = [0x484f, 1]
const theServer = [0x484f, 2]

/**
 * Opens the Postgres in `<dataDir>/postgres`: makes it when there is none, adopts it when it is running, starts it when
 * it is not. It is a process of its own that outlives this one if this one is killed, and nothing committed is lost.
 *
 * Everyone who uses it holds a shared advisory lock on a connection of its own. Who leaves tries to take that lock
 * alone; who can is the last one out and stops Postgres.
 *
 * Tried on Linux, as root and as an ordinary user. For macOS and Windows it is written, not tried.
 * @throws CannotStart: no permission, another server on the folder, a Postgres that does not start
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const cluster = prepareCluster(dataDir, options)
  const port = cluster.password ? await freePort() : 5432
  let stopping = false
  let client = await join()

  async function join(): Promise<pg.Client> {
    const joined = await attach(cluster, port)
    const gone = new Promise<void>(resolve => joined.once('end', resolve))
    if (options.as !== 'server' || (await claimServer(joined))) {
      // Not before: one that is lost while it is claimed is for whoever is joining.
      void gone.then(rejoin)
      return joined
    }
    const pid = await serverPid(joined)
    await leave(joined)
    throw new CannotStart(`${cluster.dataDir} is already in use by another Honbu (pid ${pid}).`)
  }

  /**
   * Postgres was killed, or fell: starting it again is what a supervisor would do, and as long as it takes. A disc that was
   * full, or so busy that what was left of it took long to end, is no reason to leave it where it lies.
   */
  async function rejoin(): Promise<void> {
    for (let last = ''; !stopping; ) {
      try {
        client = await join()
        if (stopping) await leave(client)
        return
      } catch (error) {
        const reason = reasonOf(error)
        if (reason !== last) console.error(`The embedded Postgres ended, and could not be started again: ${reason}`)
        last = reason
        await wait(restAfterFailure, undefined, { ref: false })
      }
    }
  }

  async function leave(from: pg.Client): Promise<void> {
    stopping = true
    try {
      const { rows } = await from.query<{ alone: boolean }>('select pg_try_advisory_lock($1, $2) as alone', attached)
      if (rows[0]?.alone) await stopPostgres(cluster)
    } catch (error) {
      // The connection is gone: Postgres has ended by itself, and there is nothing to stop.
      if (codeOf(error) !== undefined && !passing.has(codeOf(error) ?? '')) throw error
    } finally {
      await from.end().catch(() => {})
    }
  }

  await createDatabase(client)
  const connection = { ...addressOf(cluster, port), database }
  const query = new URLSearchParams({ host: connection.host, port: String(connection.port) })
  const user = connection.password ? `${superuser}:${connection.password}` : superuser
  return { connection, url: `postgres://${user}@localhost/${database}?${query}`, stop: () => leave(client) }
}

/** Where it listens, or will when we start it. */
function addressOf(cluster: Cluster, port: number) {
  const running = postmasterOf(cluster)
  if (cluster.password)
    return { host: '127.0.0.1', port: running?.port ?? port, user: superuser, password: cluster.password }
  return { host: running?.socketFolder || cluster.socketFolder, port, user: superuser }
}

/** Milliseconds between two attempts to start again what could not be started. */
const restAfterFailure = 1000

/** Not reachable: not running, or not yet. */
const absent = new Set(['ENOENT', 'ECONNREFUSED'])
/** Starting, recovering or stopping (57P…), or gone between two steps of ours. */
const passing = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE'])

/** Connects and takes the shared lock, starting Postgres where that is needed. */
async function attach(cluster: Cluster, port: number): Promise<pg.Client> {
  // Recovery after a crash may take long, and says that it is at work; everything else is over in seconds.
  const patience = { recovery: Date.now() + 600_000, start: Date.now() + 20_000 }
  let started: Started | undefined
  for (;;) {
    const address = addressOf(cluster, port)
    const client = new pg.Client({ ...address, database: 'postgres', application_name: `honbu ${process.pid}` })
    // A lost connection is seen by its end; without a listener its error would end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1, $2)', attached)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      const code = codeOf(error)
      if (code === 'EACCES') throw new CannotStart(`There is no permission to use the database in ${cluster.folder}.`)
      const isAbsent = code !== undefined && absent.has(code)
      const isPassing = (code !== undefined && passing.has(code)) || reasonOf(error).startsWith('Connection terminated')
      const deadline = code === '57P03' ? patience.recovery : patience.start
      if ((!isAbsent && !isPassing) || Date.now() > deadline)
        throw new CannotStart(`The database in ${cluster.folder} cannot be used: ${reasonOf(error)}.`, { cause: error })
      if (isAbsent) started = restarted(cluster, port, started)
      await wait(started?.ended() ? 250 : 20)
    }
  }
}

/** Starts Postgres unless the one we started is still on its way. */
function restarted(cluster: Cluster, port: number, started: Started | undefined): Started {
  if (started && !started.ended()) return started
  // After a kill the lock files, and processes that hold its shared memory, may stay for up to two seconds. What those say
  // when they end may come last.
  if (started && !/already exists|pre-existing shared memory/.test(started.said()))
    throw new CannotStart(`The embedded Postgres does not start: ${started.why()} (see ${cluster.log}).`)
  if (started) removeStaleLocks(cluster)
  return startPostgres(cluster, port)
}

/** A server that was just killed holds its lock until Postgres notices, some milliseconds. */
async function claimServer(client: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await client.query<{ claimed: boolean }>(
      'select pg_try_advisory_lock($1, $2) as claimed',
      theServer,
    )
    if (rows[0]?.claimed) return true
    await wait(50)
  }
  return false
}

async function serverPid(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.granted`,
    theServer,
  )
  return rows[0]?.name.replace('honbu ', '') ?? 'unknown'
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [database])
  if (rows.length > 0) return
  try {
    await client.query(`create database ${database}`)
  } catch (error) {
    // 42P04, or 23505 from the catalogue's index: another process made it at the same moment.
    if (!['42P04', '23505'].includes(codeOf(error) ?? '')) throw error
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
