import { afterAll, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import { openQueues } from '../platform/failed-jobs.ts'
import { openJobs } from '../platform/jobs.ts'
import { NotSent } from '../platform/not-sent.ts'
import { tellNow } from './tell-of-failed-work.ts'

const database = await freshDatabase()
const { db } = database
const jobs = await openJobs(database.connection, { error: () => {} })
afterAll(() => jobs.stop())
const queues = openQueues(jobs)
const { as } = await testApp(database, undefined, undefined, undefined, { queues })

const now = () => new Date('2026-05-12T17:30:00Z')
const tell = () => tellNow({ db, now, queues })
const refused = 'The mail server refused it (550).'
/** What the mail server takes again. */
let isBack = false
const sent: unknown[] = []
await jobs.work<{ to: string }>('send-mail', async ({ to }) => {
  if (!isBack) throw new NotSent(refused, { canRetry: false })
  sent.push(to)
})
await jobs.work('watch-memberships', async () => {
  throw new NotSent('Broken', { canRetry: false })
})

await jobs.work('cancel-subscriptions', async () => {
  throw new NotSent('Broken', { canRetry: false })
})

const put = (name: string, data: object) => db.transaction().execute(tx => jobs.enqueue(tx, name, data))
const failedOf = async (sub: string, clubId: number) =>
  (await as(sub).get(`/api/club/GetFailedWork/${clubId}`)).body as {
    total: number
    work: { job: string; to: string }[]
  }
const tasks = () =>
  db
    .selectFrom('task')
    .select(['club_id', 'account_id', 'subject', 'details', 'closed_because'])
    .orderBy('id')
    .execute()

it('waits for an admin of the club, who is told, and tries it again or drops it', async () => {
  const club = await createClub(db)
  const admin = await createAccount(db, { clubId: club.id, isAdmin: true })
  const coach = await createAccount(db, { clubId: club.id })
  const other = await createClub(db)
  const stranger = await createAccount(db, { clubId: other.id, isAdmin: true })
  for (const to of ['ann@mail.example', 'ben@mail.example'])
    await put('send-mail', { letter: 'payLink', clubId: club.id, to, subject: 'Your class' })
  await put('send-mail', { letter: 'account', to: 'kit@mail.example', subject: 'Log in' })
  await put('watch-memberships', {})
  // Of no row that there is.
  await put('cancel-subscriptions', { subscriptionIds: [987_654_321] })
  const failed = async () => (await queues.failed(db).select('job').execute()).length
  await expect.poll(failed, { message: 'five jobs have failed' }).toBe(5)

  const { total, work } = await failedOf(admin.sub, club.id)
  expect([total, work]).toEqual([
    2,
    expect.arrayContaining([
      expect.objectContaining({
        queue: 'send-mail',
        heading: 'Your class',
        to: 'ann@mail.example',
        reason: refused,
        tries: 1,
      }),
    ]),
  ])
  expect(await failedOf(stranger.sub, other.id)).toEqual({ total: 0, work: [] })
  expect((await as(coach.sub).get(`/api/club/GetFailedWork/${club.id}`)).status).toBe(403)

  await tell()
  await tell()
  const task = { club_id: club.id, account_id: admin.id, subject: 'Not sent or done: “Your class”', closed_because: '' }
  expect(await tasks()).toEqual([
    { ...task, details: `${refused} Try it again or drop it under Messaging, Sent items.` },
    { ...task, details: `${refused} Try it again or drop it under Messaging, Sent items.` },
  ])

  const ids = work.map(({ job }) => job)
  // One of another club touches nothing of this one.
  expect((await as(stranger.sub).post(`/api/club/DropFailedWork/${other.id}`, { jobs: ids })).status).toBe(404)
  const ben = work.find(({ to }) => to.startsWith('ben'))?.job
  const drop = await as(admin.sub).post(`/api/club/DropFailedWork/${club.id}`, { jobs: [ben] })
  expect(drop.body).toMatchObject({ count: 1 })
  isBack = true
  const again = await as(admin.sub).post(`/api/club/RetryFailedWork/${club.id}`, { jobs: ids })
  expect(again.body).toMatchObject({ count: 1 })
  // A worker hears of a new job only, and then looks for others too.
  await put('send-mail', { letter: 'account', to: 'next@mail.example', subject: 'Next' })
  await expect.poll(() => sent.toSorted(), { message: 'it is sent' }).toEqual(['ann@mail.example', 'next@mail.example'])
  expect((await tasks()).map(({ closed_because }) => closed_because)).toEqual(['Is tried again', 'Was dropped'])
  expect(await failedOf(admin.sub, club.id)).toEqual({ total: 0, work: [] })
  const twice = await as(admin.sub).post(`/api/club/RetryFailedWork/${club.id}`, { jobs: ids })
  expect(twice).toMatchObject({ status: 404, body: { message: expect.stringContaining('someone has tried it again') } })
})

it('closes its task where an operator has dropped it', async () => {
  const club = await createClub(db)
  isBack = false
  await put('send-mail', { letter: 'payLink', clubId: club.id, to: 'cat@mail.example', subject: 'Your plan' })
  const mine = async () => await queues.failed(db).select('job').where('heading', '=', 'Your plan').execute()
  await expect.poll(async () => (await mine()).length, { message: 'it has failed' }).toBe(1)
  await tell()
  // Nobody is an admin there.
  expect((await tasks()).at(-1)).toMatchObject({ club_id: club.id, account_id: null, closed_because: '' })
  await queues.drop(db, { ids: (await mine()).map(({ job }) => job) })
  await tell()
  expect((await tasks()).at(-1)).toMatchObject({ closed_because: 'Was tried again or dropped' })
})
