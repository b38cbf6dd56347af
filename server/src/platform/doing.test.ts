import { sql } from 'kysely'
import type { ClientConfig } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { coachAtWork } from '../../test/coach-at-work.ts'
import { freshDatabase } from '../../test/database.ts'
import { connectTo } from './database.ts'
import { during } from './doing.ts'
import { openJobs } from './jobs.ts'

const database = await freshDatabase()
const { db, connection } = database
const { app } = await testApp(database)
const { read, write } = await coachAtWork(db, app)

/** Whoever looks in from outside, over connections of his own. */
const outside = connectTo(connection)
afterAll(() => outside.close())

/** The names of the connections that wait for a table while somebody else has it. */
async function waitingFor<Answer>(table: string, ask: () => Promise<Answer>) {
  const waiting = async () => {
    const { rows } = await sql<{ name: string }>`
      select application_name as name from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(outside.db)
    return rows.map(({ name }) => name)
  }
  const { names, answer } = await outside.db.transaction().execute(async tx => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    const answer = ask()
    await expect.poll(waiting).toHaveLength(1)
    return { names: await waiting(), answer }
  })
  return { names, answer: await answer }
}

describe('a query in the database', () => {
  it('is named by the request that its caller has the id of, also when it is prepared', async () => {
    for (let times = 0; times < 5; times++) expect((await read()).statusCode).toBe(200)
    const first = await waitingFor('attendance', read)
    expect(first.answer.statusCode).toBe(200)
    expect(first.names).toEqual([`honbu ${first.answer.headers['x-request-id']}`])
    const second = await waitingFor('attendance', read)
    expect(second.names).toEqual([`honbu ${second.answer.headers['x-request-id']}`])
    expect(second.names).not.toEqual(first.names)
  })

  it('is named within a transaction, and after one that has failed', async () => {
    const { names, answer } = await waitingFor('member_note', write)
    expect(answer.statusCode).toBe(200)
    expect(names).toEqual([`honbu ${answer.headers['x-request-id']}`])
  })

  it('is named by its job', async () => {
    const jobs = await openJobs(connection as ClientConfig, { error: () => {} })
    await jobs.work('named', async () => void (await db.selectFrom('attendance').select('id').execute()))
    const { names } = await waitingFor('attendance', () =>
      db.transaction().execute(tx => jobs.enqueue(tx, 'named', {})),
    )
    const { rows } = await sql<{ id: string }>`select id from pgboss.job where name = 'named'`.execute(db)
    expect(names).toEqual([`honbu job ${rows[0]?.id}`])
    await jobs.stop()
  })
})

describe('a connection', () => {
  const own = connectTo(connection)
  afterAll(() => own.close())
  const named = async () => {
    const { rows } = await sql<{ name: string; twice: number }>`
      select current_setting('application_name') as name, ${21}::int * 2 as twice`.execute(own.db)
    expect(rows.map(row => row.twice)).toEqual([42])
    return rows[0]?.name
  }
  const as = <T>(id: string, work: () => Promise<T>) => during({ id }, work)

  it('is renamed as often as it passes from one to another, and never to an earlier name by what has failed', async () => {
    for (const id of ['a', 'b', 'b', 'a', 'c']) expect(await as(id, named)).toBe(`honbu ${id}`)
    await as('d', async () => {
      await expect(sql`select 1 / ${0}::int`.execute(own.db)).rejects.toMatchObject({ code: '22012' })
      expect(await named()).toBe('honbu d')
    })
    await as('e', async () => {
      const failing = own.db.transaction().execute(async tx => {
        await sql`select 1 / ${0}::int`.execute(tx)
      })
      await expect(failing).rejects.toMatchObject({ code: '22012' })
      expect(await named()).toBe('honbu e')
    })
    expect(await named()).toBe('honbu')
  })

  it('is renamed before a transaction that says how it is isolated', async () => {
    for (const id of ['f', 'g', 'g']) {
      const isolated = own.db.transaction().setIsolationLevel('repeatable read')
      const found = await as(id, () =>
        isolated.execute(
          async tx =>
            await sql`select current_setting('application_name') as name,
              current_setting('transaction_isolation') as level`.execute(tx),
        ),
      )
      expect(found.rows).toEqual([{ name: `honbu ${id}`, level: 'repeatable read' }])
    }
  })
})
