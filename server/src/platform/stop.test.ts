import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { connectTo } from './database.ts'
import { openJobs } from './jobs.ts'
import { finishWork } from './stop.ts'

const database = await freshDatabase()
const { db, connection } = database
const outside = connectTo(connection)
afterAll(() => outside.close())

const club = await createClub(db)
const coach = await createAccount(db, { clubId: club.id })
const member = await createMember(db, { clubId: club.id })
const authorization = `Bearer ${coach.sub}`

const [first, second] = [await testApp(database), await testApp(database)]

async function serving({ app }: typeof first) {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const write = () =>
    fetch(`${address}/api/member/SaveNote/${member.id}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ memberNoteId: 0, noteCategoryId: 1301, subject: 'Knee', note: 'No jumping.' }),
    })
  return { app, address, write }
}

const waiting = async () => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    outside.db,
  )
  return rows.length
}

const notes = async () => (await db.selectFrom('member_note').select('id').execute()).length

it('finishes the request and the job under way, takes nothing new and ends live streams', async () => {
  const { app, address, write } = await serving(first)
  const jobs = await openJobs(connection, { error: () => {} })
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const done: string[] = []
  await jobs.work('long', async () => {
    begun.resolve()
    await goOn.promise
    done.push('long')
  })
  await db.transaction().execute(tx => jobs.enqueue(tx, 'long', {}))
  await begun.promise
  const stream = await fetch(`${address}/api/activity/GetActivityStream`, { headers: { authorization } })
  expect(stream.status).toBe(200)

  const { stopped, answer } = await outside.db.transaction().execute(async tx => {
    await sql`lock table member_note in access exclusive mode`.execute(tx)
    const answer = write()
    await expect.poll(waiting).toBe(1)
    const stopped = finishWork({ app, jobs })
    // Its end is that of the stream: read to it.
    expect(await stream.text()).toContain('retry: 2000')
    await expect.poll(() => fetch(`${address}/health/live`).catch(() => 'refused')).toBe('refused')
    return { stopped, answer }
  })
  expect((await answer).status).toBe(200)
  goOn.resolve()
  await stopped
  expect(done).toEqual(['long'])
  expect(await notes()).toBe(1)
})

it('cuts off a request that does not end, and nothing of it is kept', async () => {
  const { app, write } = await serving(second)
  const before = await notes()
  await outside.db.transaction().execute(async tx => {
    await sql`lock table member_note in access exclusive mode`.execute(tx)
    const answer = write().then(
      () => 'answered',
      () => 'cut off',
    )
    await expect.poll(waiting).toBe(1)
    await finishWork({ app, jobs: { stop: async () => {} } }, 0)
    expect(await answer).toBe('cut off')
    // As the end of the process does.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
  })
  expect(await notes()).toBe(before)
})
