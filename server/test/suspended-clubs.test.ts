import { paymentMethod } from '@honbu/contract/ids.ts'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { beginNights } from '../src/charging/charge-at-night.ts'
import { serveEnquiryPages } from '../src/enquiries/enquiry-pages.ts'
import { formTokens } from '../src/enquiries/form-token.ts'
import { findMessages } from '../src/messages/index.ts'
import { answerErrors } from '../src/platform/errors.ts'
import { holdJobs } from '../src/platform/held-jobs.ts'
import { queues } from '../src/platform/queues.ts'
import { makeTasks } from '../src/tasks/make-tasks.ts'
import { testApp, testNow } from './app.ts'
import { freshDatabase } from './database.ts'
import { createMessage } from './factories/messages.ts'
import { createAccount, createClub, createMember, createOperator } from './factories/people.ts'
import { openCharging } from './open-charging.ts'
import { settings } from './open-enquiry-form.ts'
import { queueInMemory } from './queue-in-memory.ts'

const database = await freshDatabase()
const { db } = database
const app = await testApp(database)
const { as, jobs } = app
const operator = as((await createOperator(db)).sub)
const holds = holdJobs(db, () => testNow)

const suspend = async (id: number) =>
  await operator.post(`/api/operator/SuspendClub/${id}`, { reason: 'Two invoices are unpaid' })
const lift = async (id: number) => await operator.post(`/api/operator/LiftSuspension/${id}`)

/** A head office with a club below it, each with an owner, and a coach and a member of the lower one. */
async function tree() {
  const top = await createClub(db)
  const club = await createClub(db, { parentClubId: top.id })
  const owner = await createAccount(db, { clubId: club.id, isAdmin: true })
  const coach = await createAccount(db, { clubId: club.id })
  const above = await createAccount(db, { clubId: top.id, isAdmin: true })
  const named = await db.selectFrom('account').select('person_id').where('id', '=', owner.id).executeTakeFirstOrThrow()
  await db.updateTable('club').set({ owner_id: named.person_id }).where('id', '=', club.id).execute()
  const { id: memberId } = await createMember(db, { clubId: club.id })
  return { top, club, owner, coach, above, memberId }
}

describe('a club that is suspended', () => {
  it('is read by its owner alone, who sees why, and written by no one; lifting brings all back', async () => {
    const { top, club, owner, coach, memberId } = await tree()
    const member = `/api/member/GetDetails/${memberId}`
    const settingsOf = `/api/club/SaveClubSettings/${club.id}`
    expect(await suspend(club.id)).toMatchObject({ status: 200 })
    expect((await suspend(club.id)).status).toBe(409)

    const read = await as(owner.sub).get(`/api/club/GetClub/${club.id}`)
    expect(read.body.stop).toEqual({
      ...{ kind: 'suspended', since: testNow.toISOString(), reason: 'Two invoices are unpaid', by: null },
    })
    expect((await as(owner.sub).get(member)).status).toBe(200)
    const refused = { status: 403, body: { error: 'club_stopped', message: expect.stringContaining('suspended') } }
    const change = { version: read.body.version, timeZone: 'Europe/Paris' }
    expect(await as(owner.sub).post(settingsOf, change)).toMatchObject(refused)
    for (const path of [`/api/club/GetClub/${club.id}`, member])
      expect(await as(coach.sub).get(path)).toMatchObject(refused)
    expect((await as(coach.sub).get('/api/club/GetClubList')).body).toEqual([])

    expect(await lift(club.id)).toMatchObject({ status: 200, body: { count: 0 } })
    expect((await lift(club.id)).status).toBe(409)
    expect((await as(coach.sub).get(member)).status).toBe(200)
    expect((await as(owner.sub).get(`/api/club/GetClub/${club.id}`)).body).not.toHaveProperty('stop')
    expect((await as(owner.sub).post(settingsOf, change)).status).toBe(200)
    expect((await as(owner.sub).get(`/api/club/GetClub/${top.id}`)).status).toBe(403)
  })

  it('takes the clubs below it along, and leaves those beside it alone', async () => {
    const { top, club, owner, above } = await tree()
    const sister = await createClub(db, { parentClubId: top.id })
    await suspend(club.id)
    expect(
      (await as(above.sub).post(`/api/club/SaveFirstHour/${sister.id}`, { skipped: [], isPutAway: true })).status,
    ).toBe(200)
    await lift(club.id)
    await suspend(top.id)
    expect((await as(owner.sub).get(`/api/club/GetClub/${club.id}`)).body.stop).toMatchObject({ by: top.name })
    expect(
      (await as(above.sub).post(`/api/club/SaveFirstHour/${sister.id}`, { skipped: [], isPutAway: false })).status,
    ).toBe(403)
    expect((await lift(club.id)).status).toBe(409)
    await lift(top.id)
  })

  it('is listed for operators, and their log has the reason', async () => {
    const { club } = await tree()
    await suspend(club.id)
    const query = new URLSearchParams({ filter: `name~eq~'${club.name}'` })
    const { data } = (await operator.get(`/api/operator/GetClubs?${query}`)).body
    expect(data).toMatchObject([{ clubId: club.id, isSuspended: true, suspendedFor: 'Two invoices are unpaid' }])
    const log = (await operator.get('/api/operator/GetOperatorLog?pageSize=1')).body.data
    expect(log).toMatchObject([{ action: 'suspendClub', about: club.name, reason: 'Two invoices are unpaid' }])
    await lift(club.id)
  })

  it('has its public form and timetable say that they aren’t available', async () => {
    const { club, owner } = await tree()
    const pages = Fastify()
    answerErrors(pages)
    await serveEnquiryPages(pages, {
      ...{ db, now: () => testNow, tokens: formTokens('key') },
      jobs: { enqueue: async () => undefined },
      mail: { post: async () => undefined },
      config: { baseUrl: 'https://club.example', basePath: '' },
      attempts: { begin: async () => 0 },
    })
    afterAll(() => pages.close())
    const key = `suspended-${club.id}`
    await as(owner.sub).post(`/api/club/SaveEnquiryForm/${club.id}`, { version: 0, key, ...settings })
    expect((await pages.inject(`/enquire/${key}`)).statusCode).toBe(200)
    await suspend(club.id)
    for (const page of ['enquire', 'timetable']) {
      const { statusCode, body } = await pages.inject(`/${page}/${key}`)
      expect([statusCode, body]).toEqual([503, expect.stringContaining(`${club.name} isn’t available online`)])
    }
    await lift(club.id)
    expect((await pages.inject(`/enquire/${key}`)).statusCode).toBe(200)
  })
})

describe('jobs of a club that is suspended', () => {
  it('begin nothing: no billing run, no message, no task', async () => {
    const charging = await openCharging(database, app)
    const club = await charging.aClub()
    await charging.paying(club, { nextPayment: '2026-05-12', methodId: paymentMethod.cash })
    await db.insertInto('charging_setting').values({ club_id: club.clubId, is_nightly: true }).execute()
    const messageId = await createMessage(db, { clubId: club.clubId, status: 'scheduled' })
    const queue = queueInMemory()
    const night = async () => {
      await beginNights(db, testNow, queue.jobs)
      await makeTasks(db, testNow)
      await findMessages({ db, now: () => testNow, jobs: queue.jobs })
      const count = async (table: 'charging_run' | 'task_day') =>
        (await db.selectFrom(table).select('club_id').where('club_id', '=', club.clubId).execute()).length
      const { status } = await db
        .selectFrom('message')
        .select('status')
        .where('id', '=', messageId)
        .executeTakeFirstOrThrow()
      return [await count('charging_run'), await count('task_day'), status]
    }
    await suspend(club.clubId)
    expect(await night()).toEqual([0, 0, 'scheduled'])
    await lift(club.clubId)
    expect(await night()).toEqual([1, 1, 'preparing'])
  })

  it('wait in the queue, each once, and are done when the suspension is lifted', async () => {
    const { club, top } = await tree()
    const letter = { clubId: club.id, to: 'ann@mail.example', subject: 'Hello', text: 'Hello' }
    expect(await holds.hold('send-mail', letter)).toBe(false)
    await suspend(top.id)
    await suspend(club.id)
    const messageId = await createMessage(db, { clubId: club.id })
    for (let again = 0; again < 2; again += 1) {
      expect(await holds.hold('send-mail', letter)).toBe(true)
      expect(await holds.hold('send-message', { messageId })).toBe(true)
    }
    // To operators and others of no club.
    expect(await holds.hold('send-mail', { to: 'ann@mail.example', subject: 'Hello', text: 'Hello' })).toBe(false)
    jobs.length = 0
    expect((await lift(top.id)).body.count).toBe(0)
    expect((await lift(club.id)).body.count).toBe(2)
    expect(jobs).toEqual([
      { name: 'send-mail', data: letter },
      { name: 'send-message', data: { messageId } },
    ])
    expect((await sql`select from held_job`.execute(db)).rows).toEqual([])
  })

  it('of every queue are found by what is in the job', async () => {
    for (const [queue, of] of Object.entries(queues))
      if (of) expect(await holds.hold(queue, { [of.field]: 987_654_321 }), queue).toBe(false)
    expect(() => holds.demandKnown('a-new-queue')).toThrow('queues.ts')
  })
})
