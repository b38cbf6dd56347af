import { workOnRun } from '@honbu/server/charging/index.ts'
import { connectTo } from '@honbu/server/platform/database.ts'
import type { Tables } from '@honbu/server/platform/tables.ts'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { BenchDatabase } from '../database.ts'
import { benchDay, benchNow } from '../population/franchise.ts'

/** Everybody's next payment. */
const dueUntil = '2026-06-12'
const runs = 5

export interface MeasuredRun {
  readonly charged: number
  readonly queries: number
  /** Milliseconds, the middle one. */
  readonly product: number
  readonly floor: number
}

/**
 * The charging run of one club, which is taken back each time; and, by turns with it, its very statements one after the
 * other, with nothing between them.
 */
export async function measureChargingRun({ franchise, plainConnection }: BenchDatabase): Promise<MeasuredRun> {
  const { pool } = connectTo(plainConnection)
  const client = await pool.connect()
  try {
    const sequences = await sequencesOf(client)
    let noted: [text: string, values: unknown[]][] = []
    const db = onOne(client, (text, values) => void noted.push([text, values]))
    let charged = 0
    const times = { product: [] as number[], floor: [] as number[] }
    for (let run = 0; run < runs; run++) {
      noted = []
      times.product.push(
        await takenBack(client, sequences, franchise.firstClub, async runId => {
          await workOnRun({ db, now: () => benchNow }, runId)
        }),
      )
      const statements = noted
      times.floor.push(
        await takenBack(client, sequences, franchise.firstClub, async runId => {
          for (const [text, values] of statements) await client.query(text, values)
          const { rows } = await client.query<{ charged: number }>('select charged from charging_run where id = $1', [
            runId,
          ])
          charged = rows[0]?.charged ?? 0
        }),
      )
    }
    return { charged, queries: noted.length, product: middle(times.product), floor: middle(times.floor) }
  } finally {
    client.release(true)
    await pool.end()
  }
}

/** All on one connection, and within its transaction. */
function onOne(client: pg.PoolClient, note: (text: string, values: unknown[]) => void): Kysely<Tables> {
  const within: Readonly<Record<string, string>> = {
    begin: 'savepoint run',
    commit: 'release savepoint run',
    rollback: 'rollback to savepoint run',
  }
  const one = {
    release() {},
    query(given: string, values: unknown[] = []) {
      const text = within[given] ?? given
      note(text, values)
      return client.query(text, values)
    },
  }
  // What Kysely uses of a client are these two.
  const pool = { connect: async () => one as unknown as pg.PoolClient, end: async () => {}, options: {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

interface Sequence {
  readonly name: string
  readonly value: string | null
}

async function sequencesOf(client: pg.PoolClient): Promise<readonly Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as value from pg_sequences
     where schemaname = 'public'`,
  )
  return rows
}

/** How long the work takes. Ids are those of the time before: the rows that a statement names are the same again. */
async function takenBack(
  client: pg.PoolClient,
  sequences: readonly Sequence[],
  clubId: number,
  work: (runId: number) => Promise<void>,
): Promise<number> {
  await client.query(
    'select setval(name::regclass, coalesce(value, 1), value is not null) from unnest($1::text[], $2::bigint[]) sequence (name, value)',
    [sequences.map(({ name }) => name), sequences.map(({ value }) => value)],
  )
  await client.query('begin')
  try {
    const { rows } = await client.query<{ id: number }>(
      `insert into charging_run (club_id, run_on, due_until, created_at, moved_at) values ($1, $2, $3, $4, $4) returning id`,
      [clubId, benchDay, dueUntil, benchNow],
    )
    const began = performance.now()
    await work(rows[0]?.id ?? 0)
    return performance.now() - began
  } finally {
    await client.query('rollback')
  }
}

const middle = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
