import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { CannotStart, reasonOf } from './cannot-start.ts'
import type { Config } from './config.ts'
import { type EmbeddedOptions, openEmbedded } from './embedded-postgres.ts'
import { applicationName, preparingClient, statementNames } from './prepared.ts'
import type { Tables } from './tables.ts'
import { TooManyWaiting } from './trouble.ts'

export type Db = Kysely<Tables>

export interface Database {
  readonly db: Db
  /** The pool beneath `db`, for what is not a query: LISTEN, COPY, libraries with SQL of their own. */
  readonly pool: pg.Pool
  /** How a library that opens connections of its own gets in. */
  readonly connection: pg.ClientConfig
  /** Closes every connection; the embedded Postgres stops when nobody else uses it. */
  readonly close: () => Promise<void>
}

const oldestPostgres = 15

/**
 * Opens the database of the settings: DATABASE_URL, or the embedded Postgres in HONBU_DATA.
 * @param as whether this is the one server of the data folder, or a command beside it
 * @throws CannotStart where it cannot be reached, is too old, or is in use by another server
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  as: NonNullable<EmbeddedOptions['as']>,
): Promise<Database> {
  if (config.databaseUrl) {
    const database = connectTo({ connectionString: config.databaseUrl, connectionTimeoutMillis: 10_000 })
    await checkReachable(database, config.databaseUrl)
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
  const pool = new pg.Pool({ ...settings, max: 10, Client: preparingClient(statementNames()) })
  // An idle connection that breaks is replaced by the pool; the next query tells whether the database is gone.
  pool.on('error', () => {})
  // One that breaks in use fails its query, which is told to whoever asked; unheard, it would end the process besides.
  pool.on('connect', client => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withBoundedQueue(pool) }) })
  return { db, pool, connection: settings, close: () => db.destroy() }
}

/** More than ten connections serve while somebody still waits; beyond, it is better said at once. */
const mostWaiting = 500

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

async function checkReachable({ pool, close }: Database, databaseUrl: string): Promise<void> {
  let version: string
  try {
    const { rows } = await pool.query<{ server_version: string }>('show server_version')
    version = rows[0]?.server_version ?? ''
  } catch (error) {
    await close()
    // Host and name only: the address holds a password.
    const { host, pathname } = new URL(databaseUrl)
    const place = `${decodeURIComponent(pathname.slice(1)) || 'postgres'} at ${host || 'this machine'}`
    throw new CannotStart(`DATABASE_URL must be a Postgres that can be reached: ${place}: ${reasonOf(error)}.`)
  }
  if (Number.parseInt(version, 10) >= oldestPostgres) return
  await close()
  throw new CannotStart(`DATABASE_URL must be a Postgres ${oldestPostgres} or newer, not ${version}.`)
}
