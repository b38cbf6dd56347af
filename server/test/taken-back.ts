import { Kysely, PostgresDialect, type PostgresQueryResult } from 'kysely'
import type { Database, Db } from '../src/platform/database.ts'
import type { Tables } from '../src/platform/tables.ts'

export interface TakenBack {
  readonly db: Db
  /** How many statements have been sent since the last call of `takeBack`; those that begin and end a transaction are none. */
  readonly queries: () => readonly string[]
  /** Runs SQL where what was done can be seen. */
  readonly look: <Row extends object>(text: string) => Promise<Row[]>
  /** Undoes what was committed, and says whether anything was: a row made, changed, locked or deleted. */
  readonly takeBack: () => Promise<boolean>
  readonly close: () => void
}

/**
 * A database as it looks to one request at a time, which can be taken back afterwards: what commits is kept open on the one
 * connection until then. What is asked outside of a transaction may only read; Postgres refuses the rest.
 */
export async function openTakenBack({ pool }: Pick<Database, 'pool'>): Promise<TakenBack> {
  const client = await pool.connect()
  await client.query('set default_transaction_read_only = on')
  let state: 'nothing' | 'open' | 'committed' | 'open again' = 'nothing'
  let hasWritten = false
  let sent: string[] = []

  /** What would fail at a commit fails here. */
  async function commit() {
    await client.query('set constraints all immediate')
    const { rows } = await client.query('select pg_current_xact_id_if_assigned() is not null as wrote')
    hasWritten ||= rows[0]?.wrote
    if (state === 'open again') await client.query('release savepoint again')
    state = 'committed'
    endTurn()
  }

  // What asks several things at the same time would have a connection for each.
  let turn = Promise.resolve()
  let endTurn = () => {}

  async function begin() {
    const before = turn
    const { promise, resolve } = Promise.withResolvers<void>()
    turn = promise
    await before
    endTurn = resolve
    try {
      await client.query(state === 'nothing' ? 'begin read write' : 'savepoint again')
    } catch (error) {
      endTurn()
      throw error
    }
    state = state === 'nothing' ? 'open' : 'open again'
  }

  async function rollBack() {
    const isSecond = state === 'open again'
    state = isSecond ? 'committed' : 'nothing'
    await client.query(isSecond ? 'rollback to savepoint again; release savepoint again' : 'rollback')
    endTurn()
  }

  async function query(text: string, values: readonly unknown[]) {
    if (/^(begin|start transaction)/.test(text)) await begin()
    else if (text === 'commit') await commit()
    else if (text === 'rollback') await rollBack()
    else {
      sent.push(text)
      // Who asks whether this is a copy of the database is told that it is none.
      const asked = text.replace("current_setting('transaction_read_only')", "'off'")
      // As Kysely asks its pool: a copy, for pg would change the list.
      return await client.query(asked, [...values])
    }
    return { command: 'SELECT', rowCount: 0, rows: [] }
  }

  // Another object each time: Kysely gives up one that has failed.
  const connect = async () =>
    ({ query: query as <R>(...args: never) => Promise<PostgresQueryResult<R>>, release: () => {} }) as never
  const oneByOne = { connect, end: async () => {}, options: {} }
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: oneByOne }) }),
    queries: () => sent,
    look: async text => (await client.query(text)).rows,
    async takeBack() {
      if (state === 'open' || state === 'open again') throw new Error('a transaction was left open')
      if (state === 'committed') await client.query('rollback')
      const did = hasWritten
      state = 'nothing'
      hasWritten = false
      sent = []
      return did
    },
    close: () => client.release(true),
  }
}
