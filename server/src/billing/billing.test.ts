import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createCharge, createClub, createMember, createMembership } from '../../test/factories.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aDebtor() {
  const head = await createClub(db)
  const sister = await createClub(db, { parentClubId: head.id })
  const boss = as((await createAccount(db, { clubId: head.id })).sub)
  const other = as((await createAccount(db, { clubId: sister.id })).sub)
  const member = await createMember(db, { clubId: head.id })
  await createMembership(db, { clubId: sister.id, memberId: member.id })
  const charge = { clubId: head.id, memberId: member.id }
  await createCharge(db, { ...charge, pence: 3500, due: '2026-04-30', paid: 1000 })
  await createCharge(db, { ...charge, pence: 1250, due: testToday })
  await createCharge(db, { ...charge, pence: 2000, due: '2026-03-31', paid: 2000 })
  return { head, sister, boss, other, member }
}

describe('getTransactions', () => {
  it('says of each charge what is open and what is overdue', async () => {
    const { boss, other, member } = await aDebtor()
    const { body } = await boss.get(`/api/member/GetTransactions/${member.id}`)
    expect(body.total).toBe(3)
    expect(body.data).toMatchObject([
      { amount: 12.5, tax: 0, paid: 0, outstanding: 12.5, dueOn: testToday, isOverdue: false },
      { amount: 35, paid: 10, outstanding: 25, isOverdue: true },
      { amount: 20, paid: 20, outstanding: 0, isOverdue: false },
    ])
    const open = await boss.get(`/api/member/GetTransactions/${member.id}?filter=outstanding~gt~12.5`)
    expect(open.body.data).toMatchObject([{ amount: 35 }])
    expect((await other.get(`/api/member/GetTransactions/${member.id}`)).body).toEqual({ data: [], total: 0 })
  })
})

describe('getPayments', () => {
  it('says what each payment settles; of one transaction its own', async () => {
    const { boss, other, member } = await aDebtor()
    const { body } = await boss.get(`/api/member/GetPayments/${member.id}`)
    expect(body).toMatchObject([
      { amount: 10, paymentDate: '2026-04-30', allocations: [{ amount: 10 }] },
      { amount: 20, allocations: [{ amount: 20 }] },
    ])
    const { transactionId } = body[1].allocations[0]
    const one = await boss.get(`/api/member/GetPayments/${member.id}?transactionId=${transactionId}`)
    expect(one.body).toEqual([body[1]])
    expect((await other.get(`/api/member/GetPayments/${member.id}`)).body).toEqual([])
  })
})

describe('getCreditBalance', () => {
  it('is payments less charges, by club', async () => {
    const { head, sister, boss, other, member } = await aDebtor()
    await createCharge(db, { clubId: sister.id, memberId: member.id, pence: 100, due: testToday })
    const { body } = await boss.get(`/api/member/GetCreditBalance/${member.id}`)
    expect(body.balance).toBe(-38.5)
    expect(body.clubs).toEqual(
      expect.arrayContaining([
        { clubId: head.id, clubName: head.name, charged: 67.5, paid: 30, balance: -37.5 },
        { clubId: sister.id, clubName: sister.name, charged: 1, paid: 0, balance: -1 },
      ]),
    )
    expect((await other.get(`/api/member/GetCreditBalance/${member.id}`)).body.balance).toBe(-1)
  })
})
