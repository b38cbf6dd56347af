import { addDays } from '@honbu/contract/calendar.ts'
import { paymentMethod, role, transactionCategory } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createAccount, createClub, createMember, createMembership } from '../../test/factories/people.ts'
import { createProduct } from '../../test/factories/shop.ts'
import { checkLedger } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aDebtor() {
  const head = await createClub(db)
  const sister = await createClub(db, { parentClubId: head.id })
  const boss = as((await createAccount(db, { clubId: head.id, roleIds: [role.treasurer] })).sub)
  const other = as((await createAccount(db, { clubId: sister.id, roleIds: [role.treasurer] })).sub)
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

describe('a transaction as the specification has it', () => {
  const entity = { eventId: null, productId: null, variantId: null, paymentMethodId: null, paymentDate: null }
  const fee = { ...entity, amount: 12, tax: 0, transactionDate: '2026-05-12T00:00:00.000Z', description: 'Fee' }

  it('is charged in the only or main club of the member, and read with every field', async () => {
    const { head, boss, member } = await aDebtor()
    const address = `/api/member/SaveTransaction/${member.id}`
    const { status, body } = await boss.post(address, {
      memberId: member.id,
      transactionId: 0,
      ...fee,
      savedMethod: null,
    })
    expect(status).toBe(200)
    const { body: list } = await boss.get(`/api/member/GetTransactions/${member.id}`)
    expect(list.data.find((row: { transactionId: number }) => row.transactionId === body.transactionId)).toMatchObject({
      ...{ ...entity, memberId: member.id, clubId: head.id, categoryId: transactionCategory.other, amount: 12, tax: 0 },
      ...{ transactionDate: testToday, savedMethod: false, mode: null },
    })
    const paid = { amount: 12, paymentDate: testToday, paymentMethodId: paymentMethod.cash }
    const { transactionId } = body
    expect((await boss.post(`/api/member/SavePayment/${member.id}`, { ...paid, transactionId })).status).toBe(200)
    const { body: after } = await boss.get(`/api/member/GetTransactions/${member.id}`)
    expect(after.data.find((row: { transactionId: number }) => row.transactionId === transactionId)).toMatchObject({
      ...{ paymentDate: testToday, paymentMethodId: paymentMethod.cash, savedMethod: false },
    })
    expect(
      (await boss.post(address, { ...fee, memberId: member.id + 1, transactionId: 0 })).body.fields,
    ).toHaveProperty('memberId')
  })

  it('names the product that was sold', async () => {
    const { head, boss, member } = await aDebtor()
    const { id: productId } = await createProduct(db, { clubId: head.id, keepsStock: false })
    const sale = { ...fee, mode: 'product', productId }
    const { body } = await boss.post(`/api/member/SaveTransaction/${member.id}`, sale)
    const { body: list } = await boss.get(`/api/member/GetTransactions/${member.id}`)
    expect(list.data.find((row: { transactionId: number }) => row.transactionId === body.transactionId)).toMatchObject({
      ...{ mode: 'product', productId, variantId: null, categoryId: transactionCategory.product },
    })
  })

  it('is not charged in a club where the caller may take no payments', async () => {
    const { head, member } = await aDebtor()
    const coach = as((await createAccount(db, { clubId: head.id, roleIds: [role.assistant] })).sub)
    expect((await coach.post(`/api/member/SaveTransaction/${member.id}`, fee)).status).toBe(403)
  })
})

describe('the order of transactions', () => {
  it('has the latest of a day first', async () => {
    const { head, boss, member } = await aDebtor()
    const made = []
    for (const description of ['First', 'Second', 'Third']) {
      const { body } = await boss.post(`/api/member/SaveTransaction/${member.id}`, {
        ...{ ...belt, clubId: head.id, transactionId: 0, transactionDate: '2026-05-01', description },
      })
      made.unshift(body.transactionId)
    }
    const { body } = await boss.get(
      `/api/member/GetTransactions/${member.id}?filter=transactionDate~eq~datetime'2026-05-01T00-00-00'`,
    )
    expect(body.data.map((row: { transactionId: number }) => row.transactionId)).toEqual(made)
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
  it('says how old a debt is, and what of a payment settles nothing yet', async () => {
    const { head, boss, member } = await aDebtor()
    const charge = { clubId: head.id, memberId: member.id, pence: 100 }
    for (const days of [-1, 40, 70, 100]) await createCharge(db, { ...charge, due: addDays(testToday, -days) })
    const of = async () => (await boss.get(`/api/member/GetCreditBalance/${member.id}`)).body.clubs[0]
    expect(await of()).toMatchObject({
      ...{ balance: -41.5, credit: 0, notDue: 1, upTo7: 12.5, upTo30: 25, upTo60: 1, upTo90: 1, over90: 1 },
    })
    const paid = { amount: 50, paymentDate: testToday, paymentMethodId: paymentMethod.cash }
    await boss.post(`/api/member/SavePayment/${member.id}`, { clubId: head.id, transactionId: 0, ...paid })
    expect(await of()).toMatchObject({ ...aged, balance: 8.5, credit: 8.5 })
  })

  it('is payments less charges, by club', async () => {
    const { head, sister, boss, other, member } = await aDebtor()
    await createCharge(db, { clubId: sister.id, memberId: member.id, pence: 100, due: testToday })
    const { body } = await boss.get(`/api/member/GetCreditBalance/${member.id}`)
    expect(body.balance).toBe(-38.5)
    expect(body.clubs).toEqual(
      expect.arrayContaining([
        {
          clubId: head.id,
          clubName: head.name,
          charged: 67.5,
          paid: 30,
          balance: -37.5,
          ...aged,
          upTo7: 12.5,
          upTo30: 25,
        },
        { clubId: sister.id, clubName: sister.name, charged: 1, paid: 0, balance: -1, ...aged, upTo7: 1 },
      ]),
    )
    expect((await other.get(`/api/member/GetCreditBalance/${member.id}`)).body.balance).toBe(-1)
  })
})

const aged = { credit: 0, notDue: 0, upTo7: 0, upTo30: 0, upTo60: 0, upTo90: 0, over90: 0 }

const belt = {
  categoryId: transactionCategory.other,
  amount: 12.5,
  transactionDate: testToday,
  description: 'A lost belt',
}

describe('saveTransaction', () => {
  it('charges, and is paid at once where a day is given', async () => {
    const { head, boss, member } = await aDebtor()
    const save = (more: object) =>
      boss.post(`/api/member/SaveTransaction/${member.id}`, { clubId: head.id, ...belt, ...more })
    const owed = await save({ dueOn: '2026-06-01' })
    expect(owed.body).toMatchObject({ isSuccess: true, paymentId: null })
    const paid = await save({ paymentDate: testToday, paymentMethodId: paymentMethod.cash })
    const { body } = await boss.get(`/api/member/GetTransactions/${member.id}?filter=description~eq~'A lost belt'`)
    expect(body.data).toMatchObject([
      { transactionId: paid.body.transactionId, outstanding: 0, tax: 0, isReversed: false },
      {
        transactionId: owed.body.transactionId,
        amount: 12.5,
        outstanding: 12.5,
        dueOn: '2026-06-01',
        isOverdue: false,
      },
    ])
  })

  it('is written anew by taking the old one back', async () => {
    const { head, boss, member } = await aDebtor()
    const address = `/api/member/SaveTransaction/${member.id}`
    const first = await boss.post(address, { clubId: head.id, ...belt })
    const second = await boss.post(address, { clubId: head.id, ...belt, amount: 9, ...first.body })
    expect(second.body.transactionId).toBeGreaterThan(first.body.transactionId)
    const { body } = await boss.get(
      `/api/member/GetTransactions/${member.id}?filter=transactionDate~eq~datetime'${testToday}T00-00-00'`,
    )
    expect(body.data.map(({ amount, isReversed }: Record<string, unknown>) => [amount, isReversed])).toEqual(
      expect.arrayContaining([
        [9, false],
        [-12.5, false],
        [12.5, true],
      ]),
    )
    const again = await boss.post(address, { clubId: head.id, ...belt, ...first.body })
    expect(again).toMatchObject({ status: 409, body: { fields: { transactionId: [expect.any(String)] } } })
  })

  it.each([
    ['amount', { amount: 0 }],
    ['amount', { amount: 1.005 }],
    ['amount', { amount: 100_001 }],
    ['tax', { tax: 2 }],
    ['categoryId', { categoryId: 21 }],
    ['description', { description: '  ' }],
    ['paymentMethodId', { paymentDate: testToday }],
    ['paymentMethodId', { paymentDate: testToday, paymentMethodId: paymentMethod.directDebit }],
    ['paymentDate', { paymentDate: addDays(testToday, 1), paymentMethodId: paymentMethod.cash }],
    ['transactionDate', { transactionDate: '0206-05-12' }],
    ['transactionDate', { transactionDate: '2999-01-01' }],
    ['dueOn', { dueOn: addDays(testToday, -1) }],
    ['eventId', { mode: 'event' }],
    ['productId', { mode: 'product' }],
    ['savedMethod', { savedMethod: true }],
  ])('refuses beside %s: %o', async (field, more) => {
    const { head, boss, member } = await aDebtor()
    const { status, body } = await boss.post(`/api/member/SaveTransaction/${member.id}`, {
      clubId: head.id,
      ...belt,
      ...more,
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(Object.keys(body.fields)).toEqual([field])
  })

  it('charges nobody in a club of another tree', async () => {
    const { boss, member } = await aDebtor()
    const elsewhere = await createClub(db)
    const { status } = await boss.post(`/api/member/SaveTransaction/${member.id}`, { clubId: elsewhere.id, ...belt })
    expect(status).toBe(403)
  })
})

describe('saveTransaction of a product', () => {
  it('takes a piece from the shelf at the price that is given, and is an order; never the last one twice', async () => {
    const { head, boss, member } = await aDebtor()
    const product = await createProduct(db, { clubId: head.id, pence: 2000, stock: 1 })
    const sell = () =>
      boss.post(`/api/member/SaveTransaction/${member.id}`, {
        ...belt,
        clubId: head.id,
        mode: 'product',
        productId: product.id,
        amount: 15,
      })
    const answers = await Promise.all([sell(), sell(), sell()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { body } = await boss.get(
      `/api/member/GetTransactions/${member.id}?filter=description~eq~'${belt.description}'`,
    )
    const [{ transactionId, orderId }] = body.data
    const message = expect.stringContaining(`sold by order ${orderId}: take it back there`)
    const refusal = { status: 409, body: { fields: { transactionId: [message] } } }
    expect(await boss.post(`/api/member/DeleteTransaction/${transactionId}`, {})).toMatchObject(refusal)
    const anew = { clubId: head.id, ...belt, transactionId }
    expect(await boss.post(`/api/member/SaveTransaction/${member.id}`, anew)).toMatchObject(refusal)
    const line = await db
      .selectFrom('order_line')
      .select(['pence', 'full_pence', 'taken'])
      .where('product_id', '=', product.id)
      .execute()
    expect(line).toEqual([{ pence: 1500, full_pence: 2000, taken: 1 }])
  })
})

describe('a refund out of goodwill', () => {
  async function aMember() {
    const head = await createClub(db)
    const boss = as((await createAccount(db, { clubId: head.id, roleIds: [role.treasurer] })).sub)
    return { head, boss, member: await createMember(db, { clubId: head.id }) }
  }

  it.each([
    [true, -12.5],
    [false, 0],
  ])('of £12.50 from £30 that paid a fee: still owed %s, then the balance is %d', async (isStillOwed, balance) => {
    const { boss, member, head } = await aMember()
    const other = { transactionDate: testToday, description: 'Another fee', categoryId: transactionCategory.other }
    const charge = async (amount: number, description: string) =>
      (
        await boss.post(`/api/member/SaveTransaction/${member.id}`, {
          ...{ ...other, clubId: head.id, transactionId: 0, amount, description },
        })
      ).body.transactionId
    const transactionId = await charge(30, 'Course fee')
    const cash = { clubId: head.id, amount: 30, paymentMethodId: 1401, paymentDate: testToday, description: '' }
    const { body } = await boss.post(`/api/member/SavePayment/${member.id}`, { ...cash, reference: '', transactionId })
    const refund = { amount: 12.5, paymentDate: testToday, description: 'Rained off', isStillOwed }
    expect((await boss.post(`/api/member/RefundPayment/${body.paymentId}`, refund)).status).toBe(200)
    const total = (await boss.get(`/api/member/GetCreditBalance/${member.id}`)).body
    expect(total.balance).toBe(balance)
    // What is given up of this fee settles no other.
    await charge(10, 'Another fee')
    const { rows } = await sql<{ pence: number }>`
      select pence from open_charge where member_id = ${member.id} order by pence`.execute(db)
    expect(rows.map(({ pence }) => pence)).toEqual(isStillOwed ? [1000, 1250] : [1000])
    expect(await checkLedger(db)).toBeNull()
  })

  it('of what a provider took before the club came here is written down by hand', async () => {
    const { boss, member, head } = await aMember()
    const { id } = await db
      .insertInto('payment')
      .values({
        ...{ club_id: head.id, root_club_id: head.rootClubId, member_id: member.id, amount_pence: 3000 },
        ...{ payment_date: testToday, payment_method_id: 186, description: 'From the old system' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const mistake = await boss.post(`/api/member/DeletePayment/${id}`, { reason: 'Wrong' })
    expect([mistake.status, mistake.body.message]).toEqual([409, expect.stringContaining('Refund it instead')])
    const refund = { amount: 30, paymentDate: testToday, description: '', isStillOwed: true }
    expect((await boss.post(`/api/member/RefundPayment/${id}`, refund)).status).toBe(200)
    expect(await checkLedger(db)).toBeNull()
  })
})

describe('savePayment', () => {
  it('settles the transaction that is named, then the oldest; what is given back opens them again', async () => {
    const { head, boss, member } = await aDebtor()
    const { body: before } = await boss.get(`/api/member/GetTransactions/${member.id}?filter=outstanding~gt~0`)
    const [late, early] = before.data
    const { body } = await boss.post(`/api/member/SavePayment/${member.id}`, {
      clubId: head.id,
      transactionId: late.transactionId,
      amount: 20,
      paymentDate: testToday,
      paymentMethodId: paymentMethod.cheque,
      reference: '001',
    })
    const open = async () => {
      const answer = await boss.get(`/api/member/GetTransactions/${member.id}?filter=outstanding~gt~0`)
      return answer.body.data.map(({ transactionId, outstanding }: Record<string, unknown>) => [
        transactionId,
        outstanding,
      ])
    }
    expect(await open()).toEqual([[early.transactionId, 17.5]])
    const refund = { amount: 5, paymentDate: testToday, description: 'Too much' }
    expect((await boss.post(`/api/member/RefundPayment/${body.paymentId}`, refund)).status).toBe(200)
    expect(await open()).toEqual([
      [late.transactionId, 5],
      [early.transactionId, 17.5],
    ])
    expect(
      (await boss.post(`/api/member/RefundPayment/${body.paymentId}`, { ...refund, amount: 15.01 })).body,
    ).toMatchObject({
      fields: { amount: ['Only £15.00 of it is left.'] },
    })
    expect((await boss.post(`/api/member/DeletePayment/${body.paymentId}`, { reason: 'Was Ann’s' })).status).toBe(200)
    expect(await open()).toEqual([
      [late.transactionId, 12.5],
      [early.transactionId, 25],
    ])
    const { body: payments } = await boss.get(`/api/member/GetPayments/${member.id}`)
    expect(payments.filter(({ amount }: { amount: number }) => amount < 0)).toMatchObject([
      { amount: -15, returnReason: 'correction', description: 'Was Ann’s' },
      { amount: -5, returnReason: 'refund' },
    ])
  })

  it('takes no direct debit by hand, and gives none back', async () => {
    const { head, boss, member } = await aDebtor()
    const taken = { clubId: head.id, amount: 5, paymentDate: testToday, paymentMethodId: paymentMethod.directDebit }
    const { body } = await boss.post(`/api/member/SavePayment/${member.id}`, taken)
    expect(body.fields).toEqual({ paymentMethodId: ['Direct debit is written down by the provider, not by hand.'] })
    const { root_club_id } = await db
      .selectFrom('club')
      .select('root_club_id')
      .where('id', '=', head.id)
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('payment')
      .values({
        club_id: head.id,
        root_club_id,
        member_id: member.id,
        amount_pence: 500,
        payment_date: testToday,
        payment_method_id: paymentMethod.directDebit,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await boss.post(`/api/member/DeletePayment/${id}`, {})).toMatchObject({ status: 409 })
  })
})
