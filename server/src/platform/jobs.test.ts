import { PgBoss } from 'pg-boss'
import { afterAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { deadLetters, type Jobs, openJobs, withoutTypes } from './jobs.ts'
import { NotSent } from './not-sent.ts'

const { db, pool, connection } = await freshDatabase()
const logged: object[] = []
const log = { error: (details: object) => void logged.push(details) }
const jobs = await openJobs(connection, log)
afterAll(() => jobs.stop())

/** What a handler was given, one after the other. */
async function listenTo(name: string, queue: Jobs = jobs, fails = (_n: number) => false) {
  const done: object[] = []
  let runs = 0
  await queue.work(name, async data => {
    runs++
    if (fails(runs)) throw Object.assign(new Error('secret@club.example'), { code: 'EENVELOPE' })
    done.push(data)
  })
  return { done, runs: () => runs }
}

const enqueue = (name: string, data: object) => db.transaction().execute(tx => jobs.enqueue(tx, name, data))

describe('a job', () => {
  it('exists if and only if the transaction commits', async () => {
    const { done } = await listenTo('commit')
    const rolledBack = db.transaction().execute(async tx => {
      await jobs.enqueue(tx, 'commit', { n: 1 })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await enqueue('commit', { n: 2 })
    await expect.poll(() => done).toEqual([{ n: 2 }])
  })

  it('runs at once, not at the next look into the queue', async () => {
    const { done } = await listenTo('prompt')
    await expect
      .poll(() => pool.query("select 1 from pg_stat_activity where query ilike 'listen%'").then(r => r.rowCount))
      .not.toBe(0)
    await enqueue('prompt', { n: 1 })
    await expect.poll(() => done, { timeout: 3000 }).toEqual([{ n: 1 }])
  })

  it('waits for no look into the queue either where many come together', async () => {
    const { done } = await listenTo('crowd')
    await db.transaction().execute(async tx => {
      for (let n = 0; n < 20; n++) await jobs.enqueue(tx, 'crowd', { n })
    })
    await expect.poll(() => done.length).toBe(20)
  })

  it('stands alone: one that throws is kept for another try, and the next one runs', async () => {
    const { done } = await listenTo('alone', jobs, run => run === 1)
    await enqueue('alone', { n: 1 })
    await expect
      .poll(() => logged)
      .toContainEqual({ job: 'alone', id: expect.any(String), attempt: 1, code: 'EENVELOPE', error: 'Error' })
    await enqueue('alone', { n: 2 })
    await expect.poll(() => done).toEqual([{ n: 2 }])
    const { rows } = await pool.query(
      "select state, output::text from pgboss.job where name = 'alone' and data->>'n' = '1'",
    )
    expect(rows).toMatchObject([{ state: 'retry' }])
    expect(rows[0].output).not.toContain('secret@')
    expect(JSON.stringify(logged)).not.toContain('secret@')
  })

  it('that can never be done is not tried again, and waits among the dead letters for a person', async () => {
    let isBack = false
    const done: object[] = []
    await jobs.work('refused', async data => {
      const carrier = { host: 'mail.example', said: '550 no such user' }
      if (!isBack) throw new NotSent('The mail server refused it (550).', { canRetry: false, carrier })
      done.push(data)
    })
    await enqueue('refused', { subject: 'Your class' })
    const dead = async () =>
      (
        await pool.query(
          `select id, source_name as name, source_retry_count as tries, source_output ->> 'message' as why, data
          from pgboss.job where name = $1 and state = 'created'`,
          [deadLetters],
        )
      ).rows
    await expect.poll(dead, { message: 'the job is a dead letter' }).toEqual([
      {
        ...{ id: expect.any(String), name: 'refused', tries: 0 },
        ...{ why: 'The mail server refused it (550).', data: { subject: 'Your class' } },
      },
    ])
    const told = { host: 'mail.example', said: '550 no such user', why: 'The mail server refused it (550).' }
    expect(logged).toContainEqual(expect.objectContaining({ job: 'refused', attempt: 1, error: 'NotSent', ...told }))
    isBack = true
    const [{ id }] = await dead()
    const boss = new PgBoss({ ...withoutTypes(connection), supervise: false, schedule: false })
    await boss.start()
    expect(await boss.redrive(deadLetters, { ids: [id] })).toBe(1)
    await boss.stop({ graceful: false })
    // A worker hears of a new job only, and then looks for others too.
    await enqueue('refused', { subject: 'Another' })
    await expect.poll(() => done.length, { message: 'both jobs have run' }).toBe(2)
    expect(done).toEqual(expect.arrayContaining([{ subject: 'Your class' }, { subject: 'Another' }]))
    expect(await dead()).toEqual([])
  })

  it('that is patient is tried for three days', async () => {
    await jobs.work('patient', async () => {}, { isPatient: true })
    const { rows } = await pool.query(
      `select retry_limit as tries, retry_delay as first, retry_delay_max as longest, dead_letter from pgboss.queue
      where name = 'patient'`,
    )
    const [{ tries, first, longest, dead_letter }] = rows
    let seconds = 0
    // At least half of each pause is certain: pg-boss adds up to as much again by chance.
    for (let n = 0; n < tries; n++) seconds += Math.min(longest, (first * 2 ** n) / 2)
    expect(seconds / 86_400).toBeGreaterThan(3)
    expect(dead_letter).toBe(deadLetters)
  })

  it('is done, with those that it put into the queue, once the queue has settled', async () => {
    const { done } = await listenTo('consequence')
    let nights = 0
    await jobs.schedule('each-minute', '* * * * *', () => enqueue('consequence', { n: 1 }))
    await jobs.schedule('each-night', '0 3 31 12 *', async () => void nights++)
    await jobs.settle()
    expect(done).toContainEqual({ n: 1 })
    expect(nights).toBe(0)
  })

  it('is run by one of two processes', async () => {
    const second = await openJobs(connection, log)
    const [one, two] = [await listenTo('shared'), await listenTo('shared', second)]
    for (let n = 0; n < 10; n++) await enqueue('shared', { n })
    await expect.poll(() => one.done.length + two.done.length).toBe(10)
    await second.stop()
    expect(one.runs() + two.runs()).toBe(10)
  })

  it('is left to others by a process that does not work on jobs', async () => {
    const serves = await openJobs(connection, log, { works: false })
    const left = await listenTo('left', serves)
    await db.transaction().execute(tx => serves.enqueue(tx, 'left', { n: 1 }))
    const { done } = await listenTo('left')
    await expect.poll(() => done).toEqual([{ n: 1 }])
    await serves.stop()
    expect(left.runs()).toBe(0)
  })

  it('goes to the last handler given in a process', async () => {
    const [first, second] = [await listenTo('replaced'), await listenTo('replaced')]
    for (let n = 0; n < 5; n++) await enqueue('replaced', { n })
    await expect.poll(() => second.done.length).toBe(5)
    expect(first.runs()).toBe(0)
  })

  it('that nobody works on is an error of who enqueues it', async () => {
    await expect(enqueue('nobody', {})).rejects.toThrow()
  })
})

describe('schedule', () => {
  it('is kept in the database once, by the clock of London', async () => {
    const second = await openJobs(connection, log)
    for (const queue of [jobs, second]) await queue.schedule('nightly', '10 2 * * *', async () => {})
    await second.stop()
    const { rows } = await pool.query("select cron, timezone from pgboss.schedule where name = 'nightly'")
    expect(rows).toEqual([{ cron: '10 2 * * *', timezone: 'Europe/London' }])
  })

  it('runs by the minute alone where the clock stands still', async () => {
    const still = await openJobs(connection, log, { hourly: false })
    for (const queue of [jobs, still]) {
      await queue.schedule('by-the-minute', '* * * * *', async () => {})
      await queue.schedule('by-the-hour', '23 * * * *', async () => {})
    }
    await still.stop()
    const { rows } = await pool.query("select name from pgboss.schedule where name like 'by-the-%'")
    expect(rows).toEqual([{ name: 'by-the-minute' }])
  })
})
