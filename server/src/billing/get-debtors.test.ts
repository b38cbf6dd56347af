import { addDays } from '@honbu/contract/calendar.ts'
import { expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { agedDebt } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const ages = [-1, 0, 7, 8, 30, 31, 60, 61, 90, 91]

async function debtors() {
  const { id: clubId } = await createClub(db)
  const boss = as((await createAccount(db, { clubId, isAdmin: true })).sub)
  const old = await createMember(db, { clubId, firstName: 'Old', lastName: 'Debt' })
  const young = await createMember(db, { clubId, firstName: '=Young', lastName: 'Debt' })
  const paid = await createMember(db, { clubId, firstName: 'All', lastName: 'Paid' })
  for (const [index, age] of ages.entries())
    await createCharge(db, { clubId, memberId: old.id, pence: 100 * 2 ** index, due: addDays(testToday, -age) })
  await createCharge(db, { clubId, memberId: young.id, pence: 3500, due: addDays(testToday, -8), paid: 1000 })
  await createCharge(db, { clubId, memberId: paid.id, pence: 2000, due: addDays(testToday, -50), paid: 2000 })
  return { clubId, boss, old, young }
}

it('puts the oldest debt first, and each part where the ledger puts it', async () => {
  const { clubId, boss, old, young } = await debtors()
  const { body } = await boss.post(`/api/billing/GetDebtors/${clubId}`, {})
  const aged = agedDebt(
    ages.map((age, index) => ({ pence: 2 ** index, dueOn: addDays(testToday, -age) })),
    testToday,
  )
  expect(body).toMatchObject({
    total: 2,
    data: [
      { memberId: old.id, memberName: 'Old Debt', oldestDue: addDays(testToday, -91), owed: 1023, ...aged },
      { memberId: young.id, oldestDue: addDays(testToday, -8), owed: 25, upTo30: 25, notDue: 0, over90: 0 },
    ],
  })
  const filtered = await boss.post(`/api/billing/GetDebtors/${clubId}`, { filter: 'over90~gt~0', sort: 'owed-asc' })
  expect(filtered.body).toMatchObject({ total: 1, data: [{ memberId: old.id }] })
})

it('comes to the balance of the ledger with what is in credit', async () => {
  const { clubId, boss, young } = await debtors()
  await boss.post(`/api/member/SavePayment/${young.id}`, {
    ...{ clubId, transactionId: 0, amount: 40, paymentDate: testToday, paymentMethodId: 1401 },
  })
  const { body } = await boss.get(`/api/billing/GetDebtTotals/${clubId}`)
  expect(body).toMatchObject({ members: 1, owed: 1023, upTo7: 6, upTo30: 24, credit: 15 })
  expect(body.balance).toBe(body.credit - body.owed)
  const parts = body.notDue + body.upTo7 + body.upTo30 + body.upTo60 + body.upTo90 + body.over90
  expect(parts).toBe(body.owed)
})

it('is a file too, in which no name is a formula', async () => {
  const { clubId, boss } = await debtors()
  const { body } = await boss.post(`/api/billing/GetDebtFile/${clubId}`, {})
  const lines = Buffer.from(body.base64, 'base64').toString().trimEnd().split('\r\n')
  expect(body.lines).toBe(2)
  expect(lines[1]).toMatch(/^Old Debt,\S*,2026-02-10,1023\.00,1\.00,6\.00,24\.00,96\.00,384\.00,512\.00,no$/)
  expect(lines[2]).toMatch(/^'=Young Debt,/)
})

it('says what is overdue as the dashboard does, since what falls due today is not', async () => {
  const { id: clubId } = await createClub(db)
  const boss = as((await createAccount(db, { clubId, isAdmin: true })).sub)
  const member = await createMember(db, { clubId })
  await createCharge(db, { clubId, memberId: member.id, pence: 13_260, due: testToday })
  const shown = async () => {
    const { overdue, debtors, owed } = (await boss.get(`/api/billing/GetDebtTotals/${clubId}`)).body
    const { figures } = (await boss.get(`/api/club/GetDashboardFigures?clubId=${clubId}`)).body.money
    expect(figures).toMatchObject({ debt: overdue, debtors, owed })
    return { overdue, debtors, owed }
  }
  expect(await shown()).toEqual({ overdue: 0, debtors: 0, owed: 132.6 })
  await createCharge(db, { clubId, memberId: member.id, pence: 500, due: addDays(testToday, -1) })
  expect(await shown()).toEqual({ overdue: 5, debtors: 1, owed: 137.6 })
})

it('says when each was last chased, and the newest payment note', async () => {
  const { clubId, boss, old, young } = await debtors()
  const { root_club_id } = await db
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const link = {
    club_id: clubId,
    root_club_id,
    member_id: old.id,
    purpose: 'pay',
    sent_to: 'old@mail.example',
    to_name: 'Old',
  }
  const at = (day: string) => ({
    created_at: new Date(`${day}T10:00:00Z`),
    expires_at: new Date('2026-06-30T10:00:00Z'),
  })
  await db
    .insertInto('pay_link')
    .values([
      { ...link, sent_by: 'email', ...at('2026-05-02') },
      { ...link, sent_by: 'qr', sent_to: '', to_name: '', ...at('2026-05-10') },
    ])
    .execute()
  await boss.post(`/api/member/SaveNote/${old.id}`, {
    ...{ memberNoteId: 0, clubId, noteCategoryId: 1303, subject: 'Pays on Friday', note: '', reminder: null },
    ...{ completed: false, isPinned: false, sendSms: false, sendEmail: false },
  })
  const { body } = await boss.post(`/api/billing/GetDebtors/${clubId}`, { sort: 'chasedOn-desc' })
  expect(body.data).toMatchObject([
    { memberId: old.id, chasedOn: '2026-05-02', note: 'Pays on Friday' },
    { memberId: young.id, chasedOn: null, note: null },
  ])
})
