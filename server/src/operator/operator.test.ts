import { contract } from '@honbu/contract/contract.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember, createOperator } from '../../test/factories/people.ts'
import { inputOf } from '../../test/input-of.ts'
import { createOurRows } from '../../test/our-rows.ts'
import { openQueues } from '../platform/failed-jobs.ts'
import { type OpenJobs, openJobs } from '../platform/jobs.ts'
import { NotSent } from '../platform/not-sent.ts'
import { grantOperator, openTestEmail, revokeOperator } from './index.ts'

const database = await freshDatabase()
const { db, pool } = database
const now = new Date('2026-05-12T17:30:00Z')
const jobs: OpenJobs = await openJobs(database.connection, { error: () => {} })
afterAll(() => jobs.stop())
const { as, jobs: posted } = await testApp(database, undefined, undefined, undefined, {
  queues: openQueues(jobs),
  sendTestEmail: openTestEmail({
    ...{ db, now: () => now },
    send: async to => ({ isTaken: false, text: `mail.example refused it: 550 ${to} is unknown` }),
  }),
})
/** Without the queues of a real installation. */
const plain = await testApp(database)

const operator = await createOperator(db)
const path = '/api/operator'

const logged = async () =>
  (await db.selectFrom('operator_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()) ?? null

describe('the right of an operator', () => {
  it('opens every call that asks for one', async () => {
    const { as } = plain
    const rows = await createOurRows(db)
    const calls = Object.entries(contract).filter(([, { access }]) => access === 'operator')
    expect(calls.length).toBeGreaterThan(5)
    for (const [name, endpoint] of calls) {
      const { id = '', ...input } = await inputOf([name, endpoint], { db, rows })
      const to = endpoint.path.replace(':id', String(id))
      const asked = as(rows.operator)
      const { status } = await (endpoint.method === 'GET' ? asked.get(to) : asked.post(to, input))
      expect([name, status]).toEqual([name, 200])
    }
  })

  it('is granted and taken back at once', async () => {
    const club = await createClub(db)
    const owner = await createAccount(db, { clubId: club.id, isAdmin: true })
    const status = async () => (await as(owner.sub).get(`${path}/GetInstallation`)).status
    expect(await status()).toBe(403)
    expect(await grantOperator(db, owner.email.toUpperCase(), now)).toEqual({ hasTwoFactor: false })
    expect(await grantOperator(db, owner.email, now)).toBe('already')
    expect(await logged()).toMatchObject({ action: 'grantOperator', account_id: null, about_account_id: owner.id })
    await vi.waitFor(async () => expect(await status()).toBe(200))
    expect(await revokeOperator(db, owner.email, now)).toBe(true)
    await vi.waitFor(async () => expect(await status()).toBe(403))
    expect(await revokeOperator(db, owner.email, now)).toBe(false)
    expect(await grantOperator(db, 'nobody@mail.example', now)).toBeNull()
  })

  it('asks for two factors', async () => {
    const { uid } = await db
      .insertInto('account_session')
      .values({
        ...{ account_id: operator.id, uid: 'by-password', method: 'password', is_two_factor: false },
        ...{ user_agent: '', address: '', began_at: now, last_used_at: now },
      })
      .returning('uid')
      .executeTakeFirstOrThrow()
    const byPassword = as(`${operator.sub}~${uid}`)
    expect(await byPassword.get(`${path}/GetInstallation`)).toMatchObject({
      status: 403,
      body: { error: 'operator_needs_two_factor' },
    })
    await db
      .updateTable('account_session')
      .set({ is_two_factor: true, method: 'code' })
      .where('uid', '=', uid)
      .execute()
    await vi.waitFor(async () => expect((await byPassword.get(`${path}/GetInstallation`)).status).toBe(200))
  })
})

describe('accounts', () => {
  const act = (call: string, id: number, input: object = {}) => as(operator.sub).post(`${path}/${call}/${id}`, input)
  const find = async (email: string) => {
    const filter = `email~contains~'${email.slice(0, -6).toUpperCase()}'`
    return (await as(operator.sub).get(`${path}/GetAccounts?${new URLSearchParams({ filter })}`)).body
  }
  const signedIn = async (sub: string) => (await as(sub).get('/api/club/GetClubList')).status

  it('are found by a part of their address', async () => {
    const club = await createClub(db)
    const coach = await createAccount(db, { clubId: club.id })
    await db.updateTable('account').set({ last_login: now }).where('id', '=', coach.id).execute()
    expect(await find(coach.email)).toEqual({
      data: [
        {
          accountId: coach.id,
          email: coach.email,
          name: expect.stringMatching(/^Staff /),
          clubs: club.name,
          lastLogin: now.toISOString(),
          isConfirmed: false,
          hasTwoFactor: false,
          isDisabled: false,
          isOperator: false,
          isOwn: false,
        },
      ],
      total: 1,
    })
    expect((await find(operator.email)).data).toMatchObject([{ isOperator: true, isOwn: true, isConfirmed: true }])
  })

  it('are disabled with a reason, and out at once, until someone enables them', async () => {
    const { id, sub, email } = await createAccount(db, { clubId: (await createClub(db)).id })
    expect(await signedIn(sub)).toBe(200)
    expect((await act('DisableAccount', id)).status).toBe(400)
    expect((await act('DisableAccount', id, { reason: 'Left' })).status).toBe(200)
    expect(await signedIn(sub)).toBe(401)
    expect((await find(email)).data).toMatchObject([{ isDisabled: true }])
    expect(await logged()).toMatchObject({
      ...{ action: 'disableAccount', account_id: operator.id, about_account_id: id, reason: 'Left' },
    })
    expect((await act('DisableAccount', id, { reason: 'Left' })).status).toBe(409)
    expect((await act('EnableAccount', id)).status).toBe(200)
    expect(await signedIn(sub)).toBe(200)
    expect((await act('EnableAccount', id)).status).toBe(409)
  })

  it('are logged out everywhere, with the links that are open', async () => {
    const { id, sub } = await createAccount(db, { clubId: (await createClub(db)).id })
    const session = { user_agent: '', address: '', began_at: now, last_used_at: now, is_two_factor: true }
    await db
      .insertInto('account_session')
      .values({ ...session, account_id: id, uid: 'phone', method: 'code' })
      .execute()
    expect(await signedIn(`${sub}~phone`)).toBe(200)
    expect((await act('LogOutAccount', id)).status).toBe(200)
    expect(await signedIn(`${sub}~phone`)).toBe(401)
    expect(await logged()).toMatchObject({ action: 'logOutAccount', about_account_id: id })
  })

  it('get their confirmation again, while they need it', async () => {
    const { id, email } = await createAccount(db, { clubId: (await createClub(db)).id })
    expect((await act('ResendConfirmation', id)).status).toBe(200)
    expect(posted.at(-1)).toEqual({ name: 'identity-link-mail', data: { kind: 'confirm', email } })
    await db.updateTable('account').set({ email_confirmed_at: now }).where('id', '=', id).execute()
    expect((await act('ResendConfirmation', id)).status).toBe(409)
  })

  it('of the operator are for another operator', async () => {
    expect((await act('DisableAccount', operator.id, { reason: 'Tired' })).status).toBe(409)
    expect((await act('LogOutAccount', operator.id)).status).toBe(409)
    expect((await act('DisableAccount', 987_654_321, { reason: 'Who?' })).status).toBe(404)
  })
})

describe('the log of operators', () => {
  it('can only grow', async () => {
    await expect(pool.query("update operator_log set reason = 'another'")).rejects.toThrow()
    await expect(pool.query('delete from operator_log')).rejects.toThrow()
  })

  it('is read by operators, a page at a time', async () => {
    const club = await createClub(db)
    const { id, email } = await createAccount(db, { clubId: club.id })
    await as(operator.sub).post(`${path}/DisableAccount/${id}`, { reason: 'Asked us to' })
    const read = async (query: Record<string, string>) =>
      (await as(operator.sub).get(`${path}/GetOperatorLog?${new URLSearchParams(query)}`)).body
    const { data, total } = await read({ pageSize: '1', filter: `about~eq~'${email}'` })
    expect([data, total]).toEqual([
      [
        {
          ...{ entry: expect.any(Number), at: now.toISOString(), action: 'disableAccount', about: email },
          ...{ by: expect.stringMatching(/^Operator /), details: '', reason: 'Asked us to' },
        },
      ],
      1,
    ])
    const [first, second] = [await read({ pageSize: '1' }), await read({ pageSize: '1', page: '2' })]
    expect(first.total).toBe(second.total)
    expect(first.data[0].entry).toBeGreaterThan(second.data[0].entry)
  })
})

describe('an installation', () => {
  it('says its versions, and what doctor finds', async () => {
    const { body } = await as(operator.sub).get(`${path}/GetInstallation`)
    expect(body).toEqual({
      product: '2.4.4',
      node: process.versions.node,
      postgres: expect.stringMatching(/^\d+/),
      schema: expect.stringMatching(/^\d{4}-/),
      settings: [{ name: 'LOG_LEVEL', value: 'warn' }],
    })
    expect((await as(operator.sub).get(`${path}/CheckInstallation`)).body.findings).toEqual([
      { name: 'clock', isGood: true, text: 'right' },
    ])
  })
})

describe('a test email', () => {
  it('goes to the operator, and comes back with the words of the mail server', async () => {
    expect((await as(operator.sub).post(`${path}/TryEmail`)).body).toEqual({
      isTaken: false,
      text: `mail.example refused it: 550 ${operator.email} is unknown`,
    })
    expect(await logged()).toMatchObject({ action: 'tryEmail', details: 'refused', account_id: operator.id })
  })
})

describe('clubs', () => {
  it('are listed with their owner, members and last activity', async () => {
    const above = await createClub(db)
    const club = await createClub(db, { parentClubId: above.id })
    const { personId } = await createAccount(db, { clubId: club.id, isAdmin: true })
    await db.updateTable('club').set({ owner_id: personId, name: 'Kita Dojo' }).where('id', '=', club.id).execute()
    for (const statusId of [memberStatus.active, memberStatus.issue, memberStatus.lapsed])
      await createMember(db, { clubId: club.id, statusId })
    await db
      .insertInto('audit')
      .values({ action: 'saveClub', club_id: club.id, subject: 'club', subject_id: club.id, at: now })
      .execute()
    const filter = new URLSearchParams({ filter: "name~contains~'kita'" })
    expect((await as(operator.sub).get(`${path}/GetClubs?${filter}`)).body).toEqual({
      data: [
        {
          ...{ clubId: club.id, name: 'Kita Dojo', parent: above.name, members: 2, lastActivity: now.toISOString() },
          ...{ owner: expect.stringMatching(/^Staff /), isSuspended: false, suspendedFor: null },
        },
      ],
      total: 1,
    })
    expect((await as(operator.sub).get(`${path}/GetClubs?sort=members-desc&pageSize=1`)).status).toBe(200)
  })
})

describe('failed jobs', () => {
  const tried: string[] = []
  let isAway = true

  beforeAll(async () => {
    for (const name of ['send-mail', 'send-report'])
      await jobs.work<{ subject: string }>(name, async ({ subject }) => {
        tried.push(subject)
        if (isAway) throw new NotSent('The server said no (550).', { canRetry: false })
      })
  })

  const fail = async (name: string, ...subjects: string[]) => {
    await db.transaction().execute(async tx => {
      for (const subject of subjects) await jobs.enqueue(tx, name, { subject })
    })
    await vi.waitFor(
      async () => {
        const { data } = await listed(`queue~eq~'${name}'`)
        expect(data.map(({ heading }: { heading: string }) => heading)).toEqual(expect.arrayContaining(subjects))
      },
      { timeout: 30_000 },
    )
  }
  const listed = async (filter = '') =>
    (await as(operator.sub).get(`${path}/GetFailedJobs?${new URLSearchParams({ pageSize: '5', filter })}`)).body
  const act = (call: string, input: object) => as(operator.sub).post(`${path}/${call}`, input)

  it('are counted and listed with their reason', { timeout: 60_000 }, async () => {
    await fail('send-mail', 'Your class', 'Your grade')
    await fail('send-report', 'Your report')
    const { queues } = (await as(operator.sub).get(`${path}/GetQueues`)).body
    expect(queues.filter(({ failed }: { failed: number }) => failed > 0)).toEqual([
      { queue: 'send-mail', waiting: 0, running: 0, failed: 2 },
      { queue: 'send-report', waiting: 0, running: 0, failed: 1 },
    ])
    expect(await listed()).toMatchObject({ total: 3 })
    expect(await listed("heading~eq~'Your grade'")).toEqual({
      data: [
        {
          job: expect.any(String),
          queue: 'send-mail',
          heading: 'Your grade',
          reason: 'The server said no (550).',
          tries: 1,
          failedAt: expect.any(String),
        },
      ],
      total: 1,
    })
  })

  it('are dropped with a reason, and that is written down', async () => {
    const [report] = (await listed("queue~eq~'send-report'")).data
    expect((await act('DropFailedJobs', { job: report.job, reason: ' ' })).status).toBe(400)
    expect((await act('DropFailedJobs', { job: report.job, queue: 'send-report', reason: 'Old' })).status).toBe(400)
    expect((await act('DropFailedJobs', { job: report.job, reason: 'Out of date' })).body).toEqual({
      isSuccess: true,
      count: 1,
    })
    expect(await logged()).toMatchObject({
      action: 'dropFailedJobs',
      account_id: operator.id,
      details: 'send-report, 1 job',
      reason: 'Out of date',
    })
    expect((await act('DropFailedJobs', { job: report.job, reason: 'Out of date' })).status).toBe(404)
  })

  it('run again, all of a queue at once', { timeout: 60_000 }, async () => {
    isAway = false
    tried.length = 0
    expect((await act('RetryFailedJobs', { queue: 'send-mail' })).body).toEqual({ isSuccess: true, count: 2 })
    expect((await listed()).total).toBe(0)
    await vi.waitFor(() => expect(tried.toSorted()).toEqual(['Your class', 'Your grade']), { timeout: 30_000 })
    expect(await logged()).toMatchObject({ action: 'retryFailedJobs', details: 'send-mail, 2 jobs' })
  })
})
