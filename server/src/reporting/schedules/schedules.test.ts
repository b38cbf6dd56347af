import { role } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../../test/app.ts'
import { freshDatabase } from '../../../test/database.ts'
import { createAccount, createClub } from '../../../test/factories/people.ts'
import { createReportSchedule } from '../../../test/factories/reports.ts'
import type { Message } from '../../platform/mail-message.ts'
import { queueReports, type ReportNow, type SendParts, sendNow, sendReport } from './send.ts'

const database = await freshDatabase()
const { db } = database
const { as, jobs, files } = await testApp(database)
const day = 86_400_000

/** A head office with two clubs, somebody who sees both, and a coach of the first. */
async function aTree() {
  const hq = await createClub(db)
  const leeds = await createClub(db, { parentClubId: hq.id })
  const otley = await createClub(db, { parentClubId: hq.id })
  const owner = await createAccount(db, { clubId: hq.id, isAdmin: true })
  const coach = await createAccount(db, { clubId: leeds.id, roleIds: [role.headCoach] })
  return { hq, leeds, otley, owner, coach }
}

const weekly = {
  ...{ tab: 'members', period: 'last-week', format: 'pdf' },
  ...{ every: 'week', weekday: 1, dayOfMonth: null, hour: 7 },
}

/** What the job does with what is waiting, and what was mailed. */
function post(now = testNow) {
  const mails: Message[] = []
  const mail = {
    send: async (message: Message) => {
      mails.push(message)
      return { messageId: 'x', said: '250' }
    },
  }
  const parts: SendParts = { db, files, mail, now: () => now, address: 'http://localhost' }
  return { mails, parts }
}

const enqueued: number[] = []
const queue = {
  enqueue: async (_: unknown, __: string, data: object) =>
    void enqueued.push((data as { sendingId: number }).sendingId),
}
async function due(now: Date): Promise<number[]> {
  enqueued.length = 0
  await queueReports(db, queue, now)
  return [...enqueued]
}

describe('who gets a report', () => {
  it('are those who may see all of its clubs, straight or from above', async () => {
    const { leeds, otley, owner, coach } = await aTree()
    const people = async (clubIds: number[]) => {
      const { body } = await as(owner.sub).post('/api/reporting/GetReportRecipients', { clubIds })
      return body.people.map(({ accountId }: { accountId: number }) => accountId)
    }
    expect(new Set(await people([leeds.id]))).toEqual(new Set([owner.id, coach.id]))
    expect(await people([leeds.id, otley.id])).toEqual([owner.id])
  })

  it('is nobody else, whoever asks', async () => {
    const { leeds, otley, owner, coach } = await aTree()
    const save = (clubIds: number[], sendTo: number[]) =>
      as(owner.sub).post('/api/reporting/SaveReportSchedule/0', { ...weekly, clubIds, sendTo })
    const refused = await save([leeds.id, otley.id], [owner.id, coach.id])
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['sendTo']])
    expect((await save([leeds.id], [owner.id, coach.id])).status).toBe(200)
  })
})

describe('a schedule', () => {
  it('is made, changed and ended, and leaves word of it in each club', async () => {
    const { leeds, otley, owner } = await aTree()
    const me = as(owner.sub)
    const saved = await me.post('/api/reporting/SaveReportSchedule/0', {
      ...{ ...weekly, clubIds: [leeds.id, otley.id], sendTo: [owner.id] },
    })
    expect(saved.body).toMatchObject({ version: 1, nextAt: '2026-05-18T06:00:00.000Z', lastSentAt: null })
    const { id } = saved.body
    const monthly = {
      ...weekly,
      every: 'month',
      weekday: null,
      dayOfMonth: 31,
      clubIds: [leeds.id],
      sendTo: [owner.id],
    }
    const changed = await me.post(`/api/reporting/SaveReportSchedule/${id}`, { ...monthly, version: 1 })
    expect(changed.body).toMatchObject({
      version: 2,
      weekday: null,
      dayOfMonth: 31,
      nextAt: '2026-05-31T06:00:00.000Z',
    })
    const late = await me.post(`/api/reporting/SaveReportSchedule/${id}`, { ...monthly, version: 1 })
    expect([late.status, late.body.conflict.current.version]).toEqual([409, 2])
    expect((await me.get('/api/reporting/GetReportSchedules')).body.schedules).toHaveLength(1)
    expect((await me.post(`/api/reporting/DeleteReportSchedule/${id}`)).status).toBe(200)
    expect((await me.get('/api/reporting/GetReportSchedules')).body.schedules).toEqual([])
    const audited = await db
      .selectFrom('audit')
      .select(['club_id', 'action'])
      .where('club_id', '=', otley.id)
      .orderBy('audit.id')
      .execute()
    expect(audited.map(({ action }) => action)).toEqual(['saveReportSchedule', 'saveReportSchedule'])
  })

  it('is changed and seen only by who may see all of its clubs', async () => {
    const { leeds, otley, owner, coach } = await aTree()
    const both = await createReportSchedule(db, { clubIds: [leeds.id, otley.id], accountIds: [owner.id] })
    const own = await createReportSchedule(db, { clubIds: [leeds.id], accountIds: [owner.id] })
    const { body } = await as(coach.sub).get('/api/reporting/GetReportSchedules')
    expect(body.schedules.map(({ id }: { id: number }) => id)).toEqual([own.id])
    expect((await as(coach.sub).post(`/api/reporting/DeleteReportSchedule/${both.id}`)).status).toBe(403)
    expect((await as(coach.sub).post(`/api/reporting/DeleteReportSchedule/${own.id}`)).status).toBe(200)
  })

  it.each([
    [{ every: 'week', weekday: null }, 'weekday'],
    [{ every: 'month', dayOfMonth: null }, 'dayOfMonth'],
    [{ sendTo: [] }, 'sendTo'],
    [{ hour: 24 }, 'hour'],
  ])('needs what it goes by: %j', async (wrong, field) => {
    const { leeds, owner } = await aTree()
    const given = { ...weekly, clubIds: [leeds.id], sendTo: [owner.id], ...wrong }
    const { status, body } = await as(owner.sub).post('/api/reporting/SaveReportSchedule/0', given)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })
})

describe('by the clock', () => {
  it('it is sent once a day to each, and after nights that were missed once, not five times', async () => {
    await db.deleteFrom('report_schedule').execute()
    const { leeds, owner, coach } = await aTree()
    await createReportSchedule(db, { clubIds: [leeds.id], accountIds: [owner.id, coach.id] })
    expect(await due(testNow)).toEqual([])
    const nextMorning = new Date('2026-05-13T06:02:00Z')
    const first = await due(nextMorning)
    expect(first).toHaveLength(2)
    const [again, twice] = await Promise.all([due(nextMorning), due(new Date(nextMorning.getTime() + 3_600_000))])
    expect([...again, ...twice]).toEqual([])
    expect(await due(new Date(nextMorning.getTime() + 5 * day))).toHaveLength(2)
  })

  it('it is about the days before the day on which it was due, whenever it is sent', async () => {
    await db.deleteFrom('report_schedule').execute()
    const { leeds, owner } = await aTree()
    await createReportSchedule(db, { clubIds: [leeds.id], accountIds: [owner.id] })
    const [sendingId = 0] = await due(new Date('2026-05-13T06:02:00Z'))
    const { mails, parts } = post(new Date('2026-05-14T01:00:00Z'))
    await sendReport(parts, sendingId)
    await sendReport(parts, sendingId)
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail?.subject).toBe(`Members, 12 May 2026: ${leeds.name}`)
    expect(mail?.text).toContain('Active members: 0')
    expect(mail?.text).toContain(
      `http://localhost/reporting/members?from=2026-05-12&until=2026-05-12&clubs=${leeds.id}`,
    )
    const [file] = mail?.attachments ?? []
    expect(file?.filename).toBe('report-members-2026-05-12-2026-05-12.pdf')
    expect(
      Buffer.from(file?.base64 ?? '', 'base64')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it('who has lost a club gets nothing, and the others get theirs', async () => {
    await db.deleteFrom('report_schedule').execute()
    const { leeds, owner, coach } = await aTree()
    const { id } = await createReportSchedule(db, { clubIds: [leeds.id], accountIds: [owner.id, coach.id] })
    const sendings = await due(new Date('2026-05-13T06:02:00Z'))
    await db.updateTable('club_user').set({ user_until: '2026-05-11' }).where('account_id', '=', coach.id).execute()
    const { mails, parts } = post()
    for (const sendingId of sendings) await sendReport(parts, sendingId)
    expect(mails.map(({ to }) => to)).toEqual([owner.email])
    const { body } = await as(owner.sub).get('/api/reporting/GetReportSchedules')
    const schedule = body.schedules.find((each: { id: number }) => each.id === id)
    expect(
      schedule.recipients.map(({ accountId, maySee }: { accountId: number; maySee: boolean }) => [accountId, maySee]),
    ).toEqual(
      expect.arrayContaining([
        [coach.id, false],
        [owner.id, true],
      ]),
    )
  })
})

describe('sendReportNow', () => {
  it('sends to the one who asks', async () => {
    const { leeds, owner, coach } = await aTree()
    const ask = (sub: string, clubIds: number[]) =>
      as(sub).post('/api/reporting/SendReportNow', { tab: 'members', period: 'last-month', format: 'xlsx', clubIds })
    expect((await ask(coach.sub, [leeds.id])).body.to).toBe(coach.email)
    const job = jobs.at(-1)
    expect(job?.name).toBe('send-report-now')
    const { mails, parts } = post()
    // The job was put there by the call above.
    await sendNow(parts, job?.data as ReportNow)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[coach.email, `Members, Apr 2026: ${leeds.name}`]])
    expect((await ask(owner.sub, [(await createClub(db)).id])).status).toBe(403)
  })
})
