import { role } from '@honbu/contract/ids.ts'
import { noteCategory } from '@honbu/contract/note-category.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClub() {
  const club = await createClub(db)
  const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const member = await createMember(db, { clubId: club.id })
  await createCharge(db, { clubId: club.id, memberId: member.id, pence: 60_000, due: testToday, paid: 60_000 })
  const inRole = async (roleId: number | null) =>
    as((await createAccount(db, { clubId: club.id, roleIds: roleId === null ? [] : [roleId] })).sub)
  const { paymentId } = await db
    .selectFrom('payment')
    .select('id as paymentId')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow()
  const roles = async () => (await admin.get(`/api/club/GetClubRoles/${club.id}`)).body
  return {
    ...{ club, admin, member, inRole, roles },
    save: (body: object) => admin.post(`/api/club/SaveClubRole/${club.id}`, body),
    charge: (amount: number) => ({
      ...{ clubId: club.id, transactionId: 0, amount, description: 'Lesson', categoryId: 1425 },
      transactionDate: testToday,
    }),
    cash: { clubId: club.id, transactionId: null, amount: 10, paymentDate: testToday, paymentMethodId: 1401 },
    refund: (amount: number) => [`/api/member/RefundPayment/${paymentId}`, { amount }] as const,
  }
}

type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof aClub>>['inRole']>>

describe('a coach', () => {
  it.each([
    ['with the role', role.instructor],
    ['without any role', null],
  ])('%s gives no credit, takes no cash, and reverses nothing', async (_, roleId) => {
    const { member, inRole, charge, cash, refund } = await aClub()
    const coach = await inRole(roleId)
    const of = (call: string) => `/api/member/${call}/${member.id}`
    const { transactionId } = (await coach.get(of('GetTransactions'))).body.data[0]
    const refused = await Promise.all([
      coach.post(of('SaveTransaction'), charge(-500)),
      coach.post(of('SaveTransaction'), charge(10)),
      coach.post(of('SavePayment'), cash),
      coach.post(`/api/member/DeleteTransaction/${transactionId}`, {}),
      coach.post(...refund(500)),
    ])
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(refused.map(({ body }) => body.message).at(-1)).toBe(
      'You may not give credit, refund or reverse entries. An admin of the club can change that.',
    )
    expect((await coach.get(of('GetCreditBalance'))).body.balance).toBe(0)
  })

  it('writes to ten people, and not to all', async () => {
    const { club, member, inRole } = await aClub()
    const coach = await inRole(role.instructor)
    const message = (audience: object) => ({
      ...{ clubId: club.id, clubIds: [club.id], channel: 'email', purpose: 'service', audience, onePerAddress: true },
      ...{
        subject: 'Tonight',
        body: 'We train outside.',
        layoutId: null,
        gaps: [],
        sendLocal: null,
        perClubZone: false,
      },
      ...{ name: '', templateId: null },
    })
    const conditions = { include: [], exclude: [] }
    const toAll = await coach.post('/api/messaging/SendMessage', message(conditions))
    expect([toAll.status, toAll.body.message]).toEqual([403, expect.stringContaining('more than 10 people')])
    const toOne = await coach.post(
      '/api/messaging/SendMessage',
      message({ ...conditions, chosen: { members: [member.id] } }),
    )
    expect([toOne.status, toOne.body.message]).toEqual([200, undefined])
  })
})

describe('what a role allows', () => {
  it('is limited for one refund, and by what the club has changed', async () => {
    const { inRole, save, roles, refund } = await aClub()
    const desk = await inRole(role.reception)
    const over = await desk.post(...refund(50.01))
    expect([over.status, over.body.fields]).toEqual([
      403,
      { amount: [expect.stringContaining('up to £50.00 at once')] },
    ])
    expect((await desk.post(...refund(50))).status).toBe(200)
    const { version, rights } = (await roles()).find(({ roleId }: { roleId: number }) => roleId === role.reception)
    const changed = { roleId: role.reception, version, rights, creditLimit: null }
    expect((await save(changed)).body).toMatchObject({ isDefault: false, version: 1, people: 1 })
    expect((await save(changed)).status).toBe(409)
    expect((await desk.post(...refund(400))).status).toBe(200)
    expect((await save({ ...changed, version: 1, rights: [] })).status).toBe(200)
    expect((await desk.post(...refund(1))).status).toBe(403)
  })

  it('comes from each role that someone has, in the club where they have it', async () => {
    const { club, inRole, cash, member } = await aClub()
    const elsewhere = await createClub(db, { parentClubId: club.id })
    const there = as(
      (await createAccount(db, { clubId: elsewhere.id, roleIds: [role.treasurer, role.instructor] })).sub,
    )
    expect((await there.post(`/api/member/SavePayment/${member.id}`, cash)).status).toBe(403)
    const treasurer = await inRole(role.treasurer)
    expect((await treasurer.post(`/api/member/SavePayment/${member.id}`, cash)).status).toBe(200)
    const list = (await treasurer.get('/api/club/GetClubList')).body
    expect(list.find(({ id }: { id: number }) => id === club.id)).toMatchObject({
      ...{ isAdmin: false, creditLimit: null },
      may: ['takePayments', 'giveCredit', 'changePrices', 'seeMoney', 'export'],
    })
    const report = (caller: Caller) => caller.post('/api/reporting/GetReport', { tab: 'finance' })
    expect((await report(treasurer)).status).toBe(200)
    expect((await report(await inRole(role.instructor))).status).toBe(403)
  })

  it('is what the club says for the instructor whom it names, too', async () => {
    const { club, save, cash, member } = await aClub()
    const elsewhere = await createClub(db, { parentClubId: club.id })
    const { personId, sub } = await createAccount(db, { clubId: elsewhere.id })
    await db.updateTable('club').set({ instructor_id: personId }).where('id', '=', club.id).execute()
    const pays = async () => (await as(sub).post(`/api/member/SavePayment/${member.id}`, cash)).status
    expect(await pays()).toBe(403)
    await save({ roleId: role.instructor, version: 0, rights: ['takePayments'], creditLimit: null })
    expect(await pays()).toBe(200)
  })

  it('goes back to the default, and is changed by admins alone', async () => {
    const { club, inRole, admin, save, roles } = await aClub()
    const given = { roleId: 0, version: 0, rights: ['takePayments'], creditLimit: 5 }
    const nobody = await inRole(null)
    expect((await nobody.post(`/api/club/SaveClubRole/${club.id}`, given)).status).toBe(403)
    expect((await save(given)).body).toMatchObject({ name: 'No role', rights: ['takePayments'], creditLimit: 5 })
    expect((await admin.post(`/api/club/ResetClubRole/${club.id}`, { roleId: 0 })).body).toMatchObject({
      isDefault: true,
      rights: ['seeHealth'],
    })
    for (const roleId of [role.admin, 4711]) expect((await save({ ...given, roleId })).status).toBe(400)
    expect((await save({ ...given, creditLimit: -1 })).body.fields).toEqual({ creditLimit: ['Not below £0'] })
    expect(await roles()).toHaveLength(7)
  })

  it('shows a health note to those who may see it', async () => {
    const { club, admin, member, inRole, save } = await aClub()
    const note = { clubId: club.id, noteCategoryId: noteCategory.health, subject: 'Asthma' }
    expect((await admin.post(`/api/member/SaveNote/${member.id}`, note)).status).toBe(200)
    const desk = await inRole(role.reception)
    const seen = async () => (await desk.get(`/api/member/GetNotes/${member.id}`)).body.length
    expect(await seen()).toBe(1)
    await save({ roleId: role.reception, version: 0, rights: ['takePayments'], creditLimit: null })
    expect(await seen()).toBe(0)
  })
})

describe('closing the books', () => {
  it('is for the owner alone, as soon as the club names one', async () => {
    const { club, admin } = await aClub()
    const owner = await createAccount(db, { clubId: club.id, isAdmin: true })
    const close = (caller: Caller) => caller.post(`/api/billing/CloseBooks/${club.id}`, { closedUntil: '2026-03-31' })
    expect((await close(admin)).status).toBe(200)
    await db.updateTable('club').set({ owner_id: owner.personId }).where('id', '=', club.id).execute()
    const { status, body } = await close(admin)
    expect([status, body.message]).toEqual([403, 'Only the owner of the club may close or reopen the books.'])
    expect((await close(as(owner.sub))).status).toBe(200)
  })
})
