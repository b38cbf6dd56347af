import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createExternalPayment, createSubscription } from '../../test/factories/collections.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createPayLink, createSavedCard } from '../../test/factories/paying.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { createProduct } from '../../test/factories/shop.ts'
import { addParts } from '../collections/index.ts'
import { checkLedger } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** Two records of one human, both with orders, cards, mandates, links to pay, and a payment that was refunded in part. */
async function twoPayers() {
  const club = await createClub(db)
  const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const product = await createProduct(db, { clubId: club.id, pence: 2000, stock: 10 })
  const payer = async () => {
    const { id } = await createMember(db, { clubId: club.id, firstName: 'Zoë', lastName: 'Reed' })
    const of = { clubId: club.id, memberId: id }
    const lines = [{ memberId: id, productId: product.id, quantity: 2 }]
    const payments = [{ paymentMethodId: 1401, amount: 30 }]
    const order = await admin.post(`/api/member/PlaceOrder/${id}`, { clubId: club.id, lines, total: 40, payments })
    expect(order.status).toBe(200)
    const paymentId = await createExternalPayment(db, of)
    await createSubscription(db, of)
    await createPayLink(db, of)
    const card = await createSavedCard(db, of)
    await db.insertInto('card_payment').values({ external_payment_id: paymentId, saved_card_id: card }).execute()
    await db
      .insertInto('external_refund')
      .values({
        ...{ external_payment_id: paymentId, club_id: club.id, member_id: id, amount_pence: 100, description: '' },
        ...{ state: 'refused', created_at: testNow },
      })
      .execute()
    return { id, orderId: order.body.orderId }
  }
  return { club, admin, stays: await payer(), goes: await payer() }
}

const tables = [
  ...['charge', 'payment', 'allocation', 'member_order', 'order_line', 'mandate', 'external_subscription'],
  ...['external_payment', 'external_refund', 'saved_card', 'pay_link', 'directory_entry'],
]

async function moneyOf(ids: readonly number[]) {
  const all: Record<string, unknown[]> = {}
  for (const table of tables) {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(entry) as row from ${sql.table(table)} entry where member_id = any(${[...ids]})
      order by to_jsonb(entry)::text`.execute(db)
    all[table] = rows.map(({ row }) => row)
  }
  return all
}

it('brings orders, mandates, cards and links along, and takes them apart again', async () => {
  const { admin, stays, goes } = await twoPayers()
  const before = await moneyOf([stays.id, goes.id])
  const { status, body } = await admin.post(`/api/member/MergeMembers/${stays.id}`, { otherMemberId: goes.id })
  expect(status).toBe(200)
  expect(await checkLedger(db)).toBeNull()
  const left = await moneyOf([goes.id])
  expect(Object.entries(left).filter(([, rows]) => rows.length > 0)).toEqual([])
  const { rows: cards } = await sql`
    select count(*) filter (where ended_at is null) as current, count(*) as all from saved_card
    where member_id = ${stays.id}`.execute(db)
  expect(cards).toEqual([{ current: 1, all: 2 }])
  // What the other had bought is on the page of the one that stays, and can be brought back there.
  const order = await admin.get(`/api/member/GetOrder/${stays.id}?orderId=${goes.orderId}`)
  expect(order.body).toMatchObject({ memberId: stays.id, outstanding: 10, lines: [{ memberId: stays.id }] })
  const undone = await admin.post(`/api/member/UndoMerge/${stays.id}`, { mergeId: body.mergeId })
  expect(undone.status).toBe(200)
  expect(await moneyOf([stays.id, goes.id])).toEqual(before)
  expect(await checkLedger(db)).toBeNull()
})

/** £20 overdue on the record that stays; £20 of credit on the other, who joined first. */
async function oneOwesOneHasCredit() {
  const club = await createClub(db)
  const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const [stays, goes] = [
    await createMember(db, { clubId: club.id, firstName: 'Zoë', lastName: 'Reed' }),
    await createMember(db, { clubId: club.id, firstName: 'Zoë', lastName: 'Reed' }),
  ]
  for (const [member, since] of [
    [stays, '2024-03-01'],
    [goes, '2019-09-01'],
  ] as const)
    await db.updateTable('club_member').set({ member_since: since }).where('member_id', '=', member.id).execute()
  const owed = { clubId: club.id, memberId: stays.id, pence: 2000, due: '2026-05-01' }
  const chargeId = await createCharge(db, owed)
  const pay = { clubId: club.id, transactionId: 0, amount: 20, paymentDate: testToday, paymentMethodId: 1401 }
  expect((await admin.post(`/api/member/SavePayment/${goes.id}`, pay)).status).toBe(200)
  const balance = async (id: number) => (await admin.get(`/api/member/GetCreditBalance/${id}`)).body.balance
  return { club, admin, stays, goes, chargeId, balance }
}

it('pays what one record owes by the credit of the other, from the earlier joining date, and back again', async () => {
  const { admin, stays, goes, chargeId, balance } = await oneOwesOneHasCredit()
  const before = await moneyOf([stays.id, goes.id])
  const { status, body } = await admin.post(`/api/member/MergeMembers/${stays.id}`, { otherMemberId: goes.id })
  expect([status, body.settled]).toEqual([200, 20])
  expect(await balance(stays.id)).toBe(0)
  expect((await admin.post(`/api/member/TakePayment/${chargeId}`, {})).status).toBe(409)
  const membership = await admin.get(`/api/member/getMembership/${stays.id}`)
  expect(membership.body[0].memberSince).toBe('2019-09-01')
  expect(await checkLedger(db)).toBeNull()
  expect((await admin.post(`/api/member/UndoMerge/${stays.id}`, { mergeId: body.mergeId })).status).toBe(200)
  expect(await moneyOf([stays.id, goes.id])).toEqual(before)
  expect([await balance(stays.id), await balance(goes.id)]).toEqual([-20, 20])
  expect(await checkLedger(db)).toBeNull()
  await expect(sql`delete from allocation`.execute(db)).rejects.toThrow('append-only')
})

it('leaves a charge to the payment that is on its way for it', async () => {
  const { club, admin, stays, goes, chargeId, balance } = await oneOwesOneHasCredit()
  const paymentId = await createExternalPayment(db, { clubId: club.id, memberId: stays.id, pence: 2000 })
  await db.transaction().execute(tx => addParts(tx, [{ paymentId, chargeId, pence: 2000 }]))
  const { body } = await admin.post(`/api/member/MergeMembers/${stays.id}`, { otherMemberId: goes.id })
  expect([body.settled, await balance(stays.id)]).toEqual([0, 0])
  const { rows } = await sql`select pence from open_charge where charge_id = ${chargeId}`.execute(db)
  expect(rows).toEqual([{ pence: 2000 }])
  expect(await checkLedger(db)).toBeNull()
})

it('keeps together what a payment has settled since, and says so', async () => {
  const { club, admin, stays, goes } = await twoPayers()
  const { body } = await admin.post(`/api/member/MergeMembers/${stays.id}`, { otherMemberId: goes.id })
  const order = (await admin.get(`/api/member/GetOrder/${stays.id}?orderId=${goes.orderId}`)).body
  const [{ orderLineId }] = order.lines
  const given = { orderLineId, quantity: 1, reason: 'Too small', giveBack: true }
  expect((await admin.post(`/api/member/ReturnOrderLine/${stays.id}`, given)).body.givenBack).toBe(10)
  const pay = { clubId: club.id, transactionId: 0, amount: 50, paymentDate: testToday, paymentMethodId: 1401 }
  expect((await admin.post(`/api/member/SavePayment/${stays.id}`, pay)).status).toBe(200)
  await createCharge(db, { clubId: club.id, memberId: stays.id, pence: 100, due: testToday })
  expect(await checkLedger(db)).toBeNull()
  const undone = await admin.post(`/api/member/UndoMerge/${stays.id}`, { mergeId: body.mergeId })
  expect(undone).toMatchObject({ status: 409, body: { fields: { mergeId: [expect.stringContaining('apart')] } } })
  expect(await checkLedger(db)).toBeNull()
})
