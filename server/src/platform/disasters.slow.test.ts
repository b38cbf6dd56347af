import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { coachAtWork } from '../../test/coach-at-work.ts'
import { freshDatabase } from '../../test/database.ts'
import { gateTo } from '../../test/gate.ts'
import { connectTo } from './database.ts'
import { answerErrors } from './errors.ts'
import { serveHealth } from './health.ts'
import { openJobs } from './jobs.ts'
import { troubleLog, troubleOf } from './trouble.ts'

const database = await freshDatabase()
const { db, connection } = database
/** The product, which reaches the database through a gate. */
const gate = await gateTo(connection)
const through = connectTo({ ...gate.connection, connectionTimeoutMillis: 1500 })
// Before the application's own, which lets go of its connections first.
afterAll(async () => {
  await through.close()
  await gate.close()
})
const { app } = await testApp(through)
const { read, write, coach, club } = await coachAtWork(db, app)
const beside = Fastify()
serveHealth({ pool: through.pool })(beside)

async function health(path: 'live' | 'ready') {
  const { statusCode, body } = await beside.inject(`/health/${path}`)
  return [statusCode, JSON.parse(body).database]
}

const statusOf = async (asked: ReturnType<typeof read>) => (await asked).statusCode
const kept = async () => {
  const { rows } = await sql<{ notes: number; audits: number }>`
    select (select count(*) from member_note) as notes, (select count(*) from audit) as audits`.execute(db)
  return rows[0]
}

describe('a database that is gone for a while', () => {
  it('is said to each caller and to who watches, and is found again by everything that needs it', async () => {
    const logged: object[] = []
    const jobs = await openJobs(gate.connection, { error: details => void logged.push(details) })
    const done: object[] = []
    await jobs.work('after', async data => void done.push(data))
    expect([await statusOf(read()), await statusOf(write())]).toEqual([200, 200])
    const before = await kept()

    await gate.close()
    for (const answer of [await read(), await write(), await read()]) {
      expect(answer.statusCode).toBe(503)
      expect(answer.headers['retry-after']).toBe('5')
      expect(answer.json()).toEqual({
        isSuccess: false,
        error: 'database_gone',
        message: 'We cannot reach our database just now. Please try again in a moment.',
      })
    }
    expect([await health('live'), await health('ready')]).toEqual([
      [200, undefined],
      [503, 'gone'],
    ])
    expect(await kept()).toEqual(before)
    // Put into the queue by another process meanwhile.
    const elsewhere = connectTo(connection)
    const otherJobs = await openJobs(connection, { error: () => {} })
    await elsewhere.db.transaction().execute(tx => otherJobs.enqueue(tx, 'after', { n: 1 }))
    expect(done).toEqual([])

    await gate.open()
    await expect.poll(() => statusOf(read())).toBe(200)
    expect(await statusOf(write())).toBe(200)
    expect(await health('ready')).toEqual([200, 'ok'])
    await expect.poll(() => done, { timeout: 25_000 }).toEqual([{ n: 1 }])
    // News of rights come again too: who is removed is out at once.
    await expect
      .poll(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and query = 'listen access_changed'`.execute(db)
        return rows.length
      })
      .toBeGreaterThan(0)
    await read()
    await db.deleteFrom('club_user').where('account_id', '=', coach.id).execute()
    await expect.poll(() => statusOf(read())).toBe(403)
    await db
      .insertInto('club_user')
      .values({ account_id: coach.id, club_id: club.id, user_since: '2020-01-01', is_admin: false })
      .execute()
    await expect.poll(() => statusOf(read())).toBe(200)
    await otherJobs.stop()
    await jobs.stop()
    await elsewhere.close()
  })
})

describe('too few connections', () => {
  it('are waited for so long and no longer: nobody hangs, and then all is as before', async () => {
    expect(await statusOf(read())).toBe(200)
    const held = await Promise.all(Array.from({ length: 9 }, () => through.pool.connect()))
    // The tenth listens to news of rights.
    await expect.poll(() => through.pool.totalCount).toBe(10)
    const waited = await read()
    expect([waited.statusCode, waited.headers['retry-after'], waited.json().error]).toEqual([503, '2', 'busy'])
    const crowd = await Promise.all(Array.from({ length: 60 }, read))
    expect(new Set(crowd.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
    expect(through.pool.waitingCount).toBe(0)
    for (const client of held) client.release()
    expect(await statusOf(read())).toBe(200)
    expect(await statusOf(write())).toBe(200)
  })

  it('are waited for by so many and no more: ten times as many as can be served are told so at once', async () => {
    // Without an end to the waiting, so that it is the number alone that counts.
    const own = connectTo({ ...connection, connectionTimeoutMillis: 0 })
    const held = await Promise.all(Array.from({ length: 10 }, () => own.pool.connect()))
    const asked = Array.from({ length: 5000 }, (_, n) =>
      sql<{ n: number }>`select ${n}::int as n`.execute(own.db).then(
        ({ rows }) => rows[0]?.n,
        (error: Error) => error,
      ),
    )
    await expect.poll(() => own.pool.waitingCount).toBe(500)
    // Those beyond need no connection to come free.
    const refused = await Promise.all(asked.slice(500))
    for (const error of refused) expect(troubleOf(error as Error)?.refused.code).toBe('busy')
    for (const client of held) client.release()
    expect(await Promise.all(asked.slice(0, 500))).toEqual(Array.from({ length: 500 }, (_, n) => n))
    await own.close()
  })

  it('are left to what has begun where many wait: who comes new is told to come later', async () => {
    expect(await statusOf(read())).toBe(200)
    const held = await Promise.all(Array.from({ length: 9 }, () => through.pool.connect()))
    const begun = Array.from({ length: 260 }, () => sql`select 1`.execute(through.db))
    expect(through.pool.waitingCount).toBeGreaterThanOrEqual(250)
    const refused = await read()
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().error]).toEqual([503, '2', 'busy'])
    for (const client of held) client.release()
    // Nobody of those who waited was turned away for it.
    await Promise.all(begun)
    expect(await statusOf(read())).toBe(200)
  })

  it('of the database itself are said as well', async () => {
    await sql`create role crowded login password 'crowded' connection limit 0`.execute(db)
    const crowded = connectTo({ ...connection, user: 'crowded', password: 'crowded' })
    const error = await sql`select 1`.execute(crowded.db).catch((failure: Error) => failure)
    await crowded.close()
    expect(troubleOf(error as Error)).toMatchObject({ refused: { statusCode: 503, code: 'busy' } })
  })
})

describe('a full disc', () => {
  it('is said as what it is, keeps nothing by halves, and lets everything be read', async () => {
    // As Postgres says it, in the middle of a write; its own disc cannot be filled here.
    await sql`create function is_full() returns trigger language plpgsql as $$
      begin raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$
    `.execute(db)
    await sql`create trigger is_full before insert on audit execute function is_full()`.execute(db)
    const before = await kept()
    const answer = await write()
    expect([answer.statusCode, answer.json().error]).toEqual([507, 'storage_full'])
    expect(answer.json().message).toMatch(/^There is no space left/)
    expect(await kept()).toEqual(before)
    expect(await statusOf(read())).toBe(200)
    await sql`drop trigger is_full on audit`.execute(db)
    expect(await statusOf(write())).toBe(200)
  })

  it('of uploaded files is the same, and is one line of the log however many meet it', async () => {
    const lines: object[] = []
    const says = Fastify()
    const log = troubleLog(() => 1)
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const trouble = troubleOf(full)
    for (let times = 0; trouble && times < 3; times++)
      log({ error: (details, message) => void lines.push({ ...details, message }) }, trouble, full)
    expect(lines).toEqual([
      { trouble: 'storage_full', code: 'ENOSPC', message: 'a disc is full: nothing can be saved until there is space' },
    ])
    answerErrors(says)
    says.post('/', async () => {
      throw full
    })
    expect((await says.inject({ method: 'POST', url: '/' })).statusCode).toBe(507)
    await says.close()
  })
})

it('a defect stays a defect', () => {
  for (const error of [new Error('no'), new TypeError('fetch failed'), Object.assign(new Error(''), { code: '23505' })])
    expect(troubleOf(error)).toBeUndefined()
})
