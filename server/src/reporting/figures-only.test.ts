import { reportTabs } from '@honbu/contract/report-tabs.ts'
import { expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import { createOurRows } from '../../test/our-rows.ts'
import type { Message } from '../platform/mail-message.ts'
import { sendNow } from './schedules/send.ts'

const database = await freshDatabase()
const { db } = database
const { as, files } = await testApp(database)

const head = await createClub(db)
const below = await createOurRows(db, head.id)
// A name that is in no other text.
await db.updateTable('person').set({ last_name: 'Quillfeather' }).execute()

/** Someone who works in the head office, opens no club below and sees the figures of all. */
async function accountant({ isAdmin }: { isAdmin: boolean }) {
  const account = await createAccount(db, { clubId: head.id, isAdmin })
  await db
    .updateTable('club_user')
    .set({ reach: 'own', sees_figures: true })
    .where('account_id', '=', account.id)
    .execute()
  return account
}
const withMoney = await accountant({ isAdmin: true })
const withoutMoney = await accountant({ isAdmin: false })

/** The whole of last year and this, so that something is in every table. */
const days = { from: '2025-01-01', until: '2026-12-31' }
const report = (sub: string, tab: string, clubIds?: number[]) =>
  as(sub).post('/api/reporting/GetReport', { tab, ...days, clubIds })

it.each(reportTabs)('shows the figures of the tab %s, and nobody by name', async tab => {
  const { status, body } = await report(withMoney.sub, tab, [below.club])
  expect(status, JSON.stringify(body)).toBe(200)
  const whole = (await report(below.admin, tab, [below.club])).body
  expect(body.figures).toEqual(whole.figures)
  expect(body.figuresOnlyOf).toEqual([below.club])
  expect(whole.figuresOnlyOf).toEqual([])
  expect(JSON.stringify(body)).not.toContain('Quillfeather')
  for (const { columns, rows } of body.sections) {
    expect(columns.filter(({ list }: { list: unknown }) => list !== null)).toEqual([])
    for (const { cells } of rows) expect(cells).toHaveLength(columns.length)
  }
})

it('leaves out names that the admin of the club reads', async () => {
  const texts = await Promise.all(reportTabs.map(async tab => JSON.stringify((await report(below.admin, tab)).body)))
  expect(texts.filter(text => text.includes('Quillfeather'))).not.toEqual([])
})

it('shows money to an admin alone', async () => {
  expect((await report(withoutMoney.sub, 'finance', [below.club])).status).toBe(403)
  expect((await report(withoutMoney.sub, 'members', [below.club])).status).toBe(200)
  expect((await report(withMoney.sub, 'finance', [below.club])).status).toBe(200)
})

it('is offered with the own club, and is no club that they open', async () => {
  const names = async (path: string) =>
    (await as(withMoney.sub).get(path)).body.map(({ id, isOpen }: { id: number; isOpen?: boolean }) => [id, isOpen])
  const offered = await names('/api/reporting/GetReportClubs')
  expect(offered.filter(([, isOpen]: [number, boolean]) => isOpen)).toEqual([[head.id, true]])
  expect(offered).toContainEqual([below.club, false])
  expect(await names('/api/club/GetClubList')).toEqual([[head.id, undefined]])
  expect((await report(withMoney.sub, 'members')).body.clubs).toHaveLength(offered.length)
})

it('refuses the lists behind the figures, also as files', async () => {
  const list = { list: 'active', clubIds: [below.club] }
  expect((await as(withMoney.sub).post('/api/reporting/GetReportList', list)).status).toBe(403)
  const file = { tab: 'members', format: 'csv', clubIds: [below.club] }
  expect((await as(withMoney.sub).post('/api/reporting/ExportReport', { ...file, list: 'active' })).status).toBe(403)
  const { status, body } = await as(withMoney.sub).post('/api/reporting/ExportReport', file)
  expect(status).toBe(200)
  expect(Buffer.from(body.base64, 'base64').toString()).toContain('You see only the figures of this club')
  // Without clubs, it is about those they open.
  const own = await as(withMoney.sub).post('/api/reporting/GetReportList', { list: 'active' })
  expect([own.status, own.body.total]).toEqual([200, 0])
})

it('is sent by email without names', async () => {
  const { body: saved } = await as(withMoney.sub).post('/api/reporting/SaveReportSchedule/0', {
    ...{ tab: 'debt', period: 'last-month', format: 'xlsx', clubIds: [head.id, below.club] },
    ...{ every: 'month', weekday: null, dayOfMonth: 1, hour: 7, sendTo: [withMoney.id] },
  })
  expect(saved).toMatchObject({ recipients: [{ accountId: withMoney.id, maySee: true }] })
  const sent: Message[] = []
  const mail = {
    send: async (message: Message) => {
      sent.push(message)
      return { messageId: 'x', said: '250' }
    },
  }
  const parts = { db, files, mail, now: () => testNow, address: 'http://localhost' }
  const asked = { tab: 'debt', clubIds: [head.id, below.club], period: 'last-month', format: 'pdf' } as const
  await sendNow(parts, { ...asked, accountId: withMoney.id, on: '2026-06-01' })
  expect(sent[0]?.text).toContain('You see only the figures of 1 of these 2 clubs')
  expect(sent[0]?.html).toContain('You see only the figures of 1 of these 2 clubs')
  await sendNow(parts, { ...asked, accountId: withoutMoney.id, on: '2026-06-01' })
  expect(sent).toHaveLength(1)
  expect((await as(withMoney.sub).post(`/api/reporting/DeleteReportSchedule/${saved.id}`, {})).status).toBe(200)
})

it('ends at once with the right', async () => {
  const { id, sub } = await accountant({ isAdmin: false })
  expect((await report(sub, 'members', [below.club])).status).toBe(200)
  await db.updateTable('club_user').set({ sees_figures: false }).where('account_id', '=', id).execute()
  await expect.poll(async () => (await report(sub, 'members', [below.club])).status).toBe(403)
})
