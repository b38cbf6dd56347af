import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { CannotStart, reasonOf } from './cannot-start.ts'
import type { Config } from './config.ts'
import { type EmbeddedOptions, openEmbedded } from './embedded-postgres.ts'
import { applicationName, preparingClient, statementNames } from './prepared.ts'
import type { Tables } from './tables.ts'
import { readOnlyServer, TooManyWaiting } from './trouble.ts'
import { addressesIn, connectionTo } from './writable-host.ts'

export type Db = Kysely<Tables>

interface Connections {
  readonly db: Db
  /** The pool beneath `db`, for what is not a query: COPY, libraries with SQL of their own. */
  readonly pool: pg.Pool
}

export interface Database extends Connections {
  /**
   * For what needs the same session from one statement to the next: LISTEN, migrations, backups. The same as the rest,
   * unless that goes through a pooler.
   */
  readonly direct: Connections
  /** How a library that opens connections of its own gets in: by its pool as the rest does, by a client directly. */
  readonly connection: pg.PoolConfig
  /** Closes every connection; the embedded Postgres stops when nobody else uses it. */
  readonly close: () => Promise<void>
  /** Of the embedded Postgres: stops it while something still runs in it, which is lost. `close` comes after it. */
  readonly abandon?: () => Promise<void>
}

const oldestPostgres = 15

/**
 * Opens the database of the settings: DATABASE_URL, or the embedded Postgres in HONBU_DATA.
 * @param as whether this is the one server of the data folder, or a command beside it
 * @throws CannotStart where it cannot be reached, is too old, or is in use by another server
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseDirectUrl'>>,
  as: NonNullable<EmbeddedOptions['as']>,
): Promise<Database> {
  if (config.databaseUrl) {
    const { databaseUrl, databaseDirectUrl } = config
    const at = (url: string) => ({ ...connectionTo(url), connectionTimeoutMillis: 10_000 })
    if (!databaseDirectUrl) return await reachable(connectTo(at(databaseUrl)), 'DATABASE_URL', databaseUrl)
    const direct = await reachable(connectTo(at(databaseDirectUrl)), 'DATABASE_DIRECT_URL', databaseDirectUrl)
    const database = await reachable(connectThrough(at(databaseUrl), direct), 'DATABASE_URL', databaseUrl)
    await refuseCompiling(database)
    return database
  }
  const embedded = await openEmbedded(config.dataDir, { as })
  const database = connectTo(embedded.connection)
  return {
    ...database,
    close: async () => {
      await database.close()
      await embedded.stop()
    },
    // The pool would wait for what is running.
    abandon: embedded.stop,
  }
}

/** A pool and a query builder on any Postgres; nothing is connected yet. */
export function connectTo(connection: pg.ClientConfig): Database {
  const settings = {
    connectionTimeoutMillis: 5000,
    ...connection,
    types: valueTypes(),
    application_name: applicationName,
    // One zone whatever the machine's or the database's: only code that names a zone gets another. And nothing is compiled:
    // a Postgres that can takes seconds for a long query over few rows whose number it does not know yet.
    options: '-c TimeZone=UTC -c jit=off',
  }
  const connections = open({ ...settings, Client: preparingClient(statementNames()) })
  return { ...connections, direct: connections, connection: settings, close: () => connections.db.destroy() }
}

/**
 * The same through a pooler that gives out a connection for a transaction (pgbouncer). Nothing is prepared, because the
 * next transaction comes to another connection; and a pooler takes no options at the start, but it remembers a time zone.
 */
function connectThrough(pooler: pg.ClientConfig, direct: Database): Database {
  const settings = { ...pooler, types: valueTypes(), application_name: applicationName }
  const connections = open({
    ...settings,
    onConnect: async client => {
      await client.query("set time zone 'UTC'")
    },
  })
  class Pooled extends pg.Client {
    constructor() {
      // A library reads with types of its own.
      super({ ...pooler, application_name: applicationName })
    }
  }
  return {
    ...connections,
    direct,
    connection: { ...direct.connection, Client: Pooled },
    close: async () => {
      await connections.db.destroy()
      await direct.close()
    },
  }
}

function open(config: pg.PoolConfig): Connections {
  const pool = new pg.Pool({ ...config, max: 10 })
  // An idle connection that breaks is replaced by the pool; the next query tells whether the database is gone.
  pool.on('error', () => {})
  // One that breaks in use fails its query, which is told to whoever asked; unheard, it would end the process besides.
  pool.on('connect', client => client.on('error', () => {}))
  closeReadOnly(pool)
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withBoundedQueue(pool) }) }), pool }
}

/** A connection that has turned out to lead to a server that cannot be written to is not given out again. */
function closeReadOnly(pool: pg.Pool): void {
  const readOnly = new WeakSet<pg.Client>()
  pool.on('connect', client =>
    client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === readOnlyServer) readOnly.add(client)
    }),
  )
  // The pool keeps none that is being ended.
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) client.end(() => {})
  })
}

/** More than ten connections serve while somebody still waits; beyond, it is better said at once. */
const mostWaiting = 500

/**
 * Whether so many wait for a connection that who comes new is better told to come later: what is refused in its midst has
 * been worked on for nothing, so the other half of the queue is for what has begun.
 */
export const isCrowded = ({ waitingCount }: Pick<pg.Pool, 'waitingCount'>) => waitingCount >= mostWaiting / 2

/** What waits takes memory, and is given up by those who have asked: the queue for a connection has an end. */
function withBoundedQueue(pool: pg.Pool) {
  return {
    connect: () => (pool.waitingCount < mostWaiting ? pool.connect() : Promise.reject(new TooManyWaiting())),
    end: () => pool.end(),
    options: pool.options,
  }
}

/**
 * bigint and count(*) as numbers, dates as 'YYYY-MM-DD', times as 'HH:MM:SS', also within arrays. The rest is as pg has
 * it: timestamptz as Date, numeric as string.
 */
function valueTypes(): pg.CustomTypesConfig {
  const { builtins } = pg.types
  const types = new pg.TypeOverrides()
  const text = (value: string) => value
  types.setTypeParser(builtins.INT8, Number)
  types.setTypeParser(builtins.DATE, text)
  types.setTypeParser(builtins.TIME, text)
  const [textArrays, int8Arrays, dateArrays, timeArrays] = [1009, 1016, 1182, 1183]
  // pg's types say that a parser of text takes a number and returns anything; this is what the one of text[] does.
  const textArray = types.getTypeParser(textArrays) as unknown as (value: string) => (string | null)[]
  const numberArray = (value: string) => textArray(value).map(item => (item === null ? null : Number(item)))
  types.setTypeParser(int8Arrays, numberArray)
  types.setTypeParser(dateArrays, textArray)
  types.setTypeParser(timeArrays, textArray)
  return types
}

/** The database, if it can be reached and is new enough; otherwise the line that says which setting is wrong. */
async function reachable(database: Database, setting: string, url: string): Promise<Database> {
  const { pool, close } = database
  let version: string
  try {
    const { rows } = await pool.query<{ server_version: string }>('show server_version')
    version = rows[0]?.server_version ?? ''
  } catch (error) {
    await close()
    // Host and name only: the address holds a password.
    const hosts = addressesIn(url).map(address => new URL(address).host)
    const { pathname } = new URL(addressesIn(url)[0] ?? url)
    const place = `${decodeURIComponent(pathname.slice(1)) || 'postgres'} at ${hosts.join(' or ') || 'this machine'}`
    throw new CannotStart(`${setting} must be a Postgres that can be reached: ${place}: ${reasonOf(error)}.`)
  }
  if (Number.parseInt(version, 10) >= oldestPostgres) return database
  await close()
  throw new CannotStart(`${setting} must be a Postgres ${oldestPostgres} or newer, not ${version}.`)
}

/** What is turned off for each direct connection, the role has to turn off for those that the pooler opens. */
async function refuseCompiling({ pool, close }: Database): Promise<void> {
  const { rows } = await pool.query<{ role: string; compiles: boolean }>(
    'select quote_ident(current_user) as role, pg_jit_available() as compiles',
  )
  const [row] = rows
  if (!row?.compiles) return
  await close()
  throw new CannotStart(
    `DATABASE_URL goes through a pooler, so its role has to turn off compiling: alter role ${row.role} set jit = off;`,
  )
}
