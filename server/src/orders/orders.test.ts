import { classType, paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { takesMail } from '../../test/carriers.ts'
import { freshDatabase } from '../../test/database.ts'
import { createDiscount } from '../../test/discount-factories.ts'
import {
  createAccount,
  createClass,
  createClub,
  createContact,
  createMember,
  createSlot,
  link,
} from '../../test/factories.ts'
import { createProduct, createProductCategory, createVariant, receive } from '../../test/shop-factories.ts'
import { checkLedger, postPayment } from '../ledger/index.ts'
import type { Message } from '../platform/mail.ts'
import { sendReceipt } from './email-receipt.ts'
import { readOrder } from './read-order.ts'
import { receiptText } from './receipt-text.ts'

const database = await freshDatabase()
const { db } = database
const { as, jobs } = await testApp(database)

/** A club with two linked members, a gi in one size, and mitts. */
async function aShop({ stock = 5, allowPreOrder = false } = {}) {
  const club = await createClub(db)
  const desk = as((await createAccount(db, { clubId: club.id })).sub)
  const ann = await createMember(db, { clubId: club.id, firstName: 'Ann', lastName: 'Reed' })
  const ben = await createMember(db, { clubId: club.id, firstName: 'Ben', lastName: 'Reed' })
  await link(db, { memberId: ann.id, linkedMemberId: ben.id })
  const { id: categoryId } = await createProductCategory(db, { clubId: club.id })
  const { id: variantId } = await createVariant(db, { clubId: club.id, categoryId, name: '140 cm' })
  const gi = await createProduct(db, {
    clubId: club.id,
    categoryId,
    variantId,
    stock,
    allowPreOrder,
    name: 'Gi',
    pence: 3000,
  })
  const mitts = await createProduct(db, { clubId: club.id, stock: 10, name: 'Mitts', pence: 1250 })
  const giLine = (memberId: number, quantity = 1) => ({ memberId, productId: gi.id, variantId, quantity })
  const mittsLine = (memberId: number, quantity = 1) => ({ memberId, productId: mitts.id, quantity })
  const quote = (lines: object[], code: string | null = null) =>
    desk.post(`/api/member/QuoteOrder/${ann.id}`, { clubId: club.id, lines, code })
  const place = (lines: object[], total: number, payments: object[] = [], more: object = {}) =>
    desk.post(`/api/member/PlaceOrder/${ann.id}`, { clubId: club.id, lines, total, payments, ...more })
  const read = async (orderId: number) => (await desk.get(`/api/member/GetOrder/${ann.id}?orderId=${orderId}`)).body
  const onHand = async (productId: number) =>
    (await desk.get(`/api/club/GetProduct/${productId}?clubId=${club.id}`)).body.onHand
  const balance = async (memberId: number) => (await desk.get(`/api/member/GetCreditBalance/${memberId}`)).body.balance
  return { club, desk, ann, ben, gi, mitts, variantId, giLine, mittsLine, quote, place, read, onHand, balance }
}

const cash = (amount: number) => ({ paymentMethodId: paymentMethod.cash, amount })
const card = (amount: number) => ({ paymentMethodId: paymentMethod.cardReader, amount, reference: 'T-17' })

describe('getOrderChoices', () => {
  it('names the family that may buy here, and the ways to pay at the desk', async () => {
    const { desk, ann, ben, club } = await aShop()
    const { body } = await desk.get(`/api/member/GetOrderChoices/${ann.id}`)
    expect(body).toMatchObject({
      clubId: club.id,
      members: [
        { memberId: ann.id, name: 'Ann Reed', relationship: '', balance: 0 },
        { memberId: ben.id, name: 'Ben Reed', relationship: 'Sibling' },
      ],
    })
    expect(body.paymentMethods.map(({ id }: { id: number }) => id)).toEqual([1401, 1402, 1403, 1404])
  })
})

it('counts who shares a guardian as family, linked or not', async () => {
  const { desk, club, ann } = await aShop()
  const cleo = await createMember(db, { clubId: club.id, firstName: 'Cleo' })
  const { personId } = await createContact(db, { memberId: ann.id, email: 'mum@mail.example' })
  await createContact(db, { memberId: cleo.id, personId })
  const { body } = await desk.get(`/api/member/GetOrderChoices/${ann.id}`)
  expect(body.members.map(({ memberId }: { memberId: number }) => memberId)).toContain(cleo.id)
  expect(body.recipients).toMatchObject([{ email: 'mum@mail.example' }])
})

describe('quoteOrder', () => {
  it('says what each line costs, and what stands in its way', async () => {
    const { ann, ben, gi, giLine, mittsLine, quote } = await aShop({ stock: 1 })
    const { body } = await quote([
      giLine(ann.id),
      giLine(ben.id),
      mittsLine(ben.id, 2),
      { memberId: ann.id, productId: gi.id },
    ])
    expect(body).toMatchObject({ total: 85, credit: 0, due: 85 })
    expect(body.lines).toMatchObject([
      { label: 'Gi, 140 cm', price: 30, problem: '' },
      { problem: 'None is left.' },
      { label: 'Mitts', price: 25, problem: '' },
      { problem: 'Choose which Gi: 140 cm.' },
    ])
  })

  it('says why a code takes nothing off', async () => {
    const { club, ann, mittsLine, quote } = await aShop()
    const tree = { club_id: club.id, root_club_id: club.id, percent_hundredths: 1000 }
    await db
      .insertInto('discount')
      .values([
        { ...tree, name: 'Spring', code: 'SPRING', for_products: 'all' },
        { ...tree, name: 'Plans only', code: 'PLANS', for_plans: 'all' },
        { ...tree, name: 'Long ago', code: 'OLD', for_products: 'all', until_date: '2026-01-31' },
      ])
      .execute()
    const problem = async (code: string | null) => (await quote([mittsLine(ann.id)], code)).body.codeProblem
    expect(await problem(null)).toBe('')
    expect(await problem(' spring ')).toBe('')
    expect(await problem('NONSENSE')).toBe('No discount of this club has that code.')
    expect(await problem('plans')).toBe('Plans only: It is not for products.')
    expect(await problem('OLD')).toBe('Long ago: It ended on 31 January 2026.')
  })
})

describe('placeOrder', () => {
  it('charges each member, takes stock, shares out what is paid, and adds up', async () => {
    const { desk, ann, ben, gi, mitts, giLine, mittsLine, place, read, onHand, balance } = await aShop()
    const lines = [giLine(ann.id), mittsLine(ben.id, 2)]
    const { status, body } = await place(lines, 55, [cash(40), card(10)])
    expect(status).toBe(200)
    expect(await read(body.orderId)).toMatchObject({
      memberName: 'Ann Reed',
      total: 55,
      paid: 50,
      outstanding: 5,
      lines: [
        { memberId: ann.id, label: 'Gi, 140 cm', price: 30, outstanding: 0 },
        { memberId: ben.id, quantity: 2, price: 25, outstanding: 5 },
      ],
      payments: [
        { paymentMethod: 'Cash', amount: 30 },
        { paymentMethod: 'Cash', amount: 10 },
        { paymentMethod: 'Card reader', amount: 10, reference: 'T-17' },
      ],
    })
    expect([await onHand(gi.id), await onHand(mitts.id)]).toEqual([4, 8])
    expect([await balance(ann.id), await balance(ben.id)]).toEqual([0, -5])
    expect(await checkLedger(db)).toBeNull()
    const { body: transactions } = await desk.get(`/api/member/GetTransactions/${ben.id}`)
    expect(transactions.data).toMatchObject([{ description: '2 × Mitts', amount: 25, tax: 0, outstanding: 5 }])
  })

  it('is made once, however often it is sent', async () => {
    const { desk, club, ann, gi, giLine, onHand, balance } = await aShop()
    const order = { clubId: club.id, lines: [giLine(ann.id)], total: 30, payments: [cash(30)] }
    const key = { 'idempotency-key': '6c3f1f5e-0a39-4d7a-8f0e-5b8f5cf4f3aa' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => desk.post(`/api/member/PlaceOrder/${ann.id}`, order, key)),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.orderId}`)).size).toBe(1)
    expect([await onHand(gi.id), await balance(ann.id)]).toEqual([4, 0])
  })

  it('sells the last one to exactly one', async () => {
    const { ann, gi, giLine, place, onHand, balance } = await aShop({ stock: 1 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => place([giLine(ann.id)], 30)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.fields).toEqual({ 'lines.0.productId': ['Gi, 140 cm: none is left.'] })
    expect([await onHand(gi.id), await balance(ann.id)]).toEqual([0, -30])
  })

  it('leaves nothing behind when it is refused', async () => {
    const { ann, gi, giLine, mittsLine, place, onHand, balance } = await aShop({ stock: 1 })
    expect((await place([mittsLine(ann.id), giLine(ann.id, 2)], 72.5)).status).toBe(409)
    expect((await place([giLine(ann.id)], 29)).body.fields).toEqual({
      total: ['It costs £30.00 now. Look at the basket again.'],
    })
    expect((await place([giLine(ann.id)], 30, [cash(31)])).body.fields).toEqual({ payments: ['Only £30.00 is due.'] })
    const method = await place([giLine(ann.id)], 30, [{ paymentMethodId: paymentMethod.directDebit, amount: 30 }])
    expect(method.status).toBe(400)
    expect([await onHand(gi.id), await balance(ann.id)]).toEqual([1, 0])
    expect(await checkLedger(db)).toBeNull()
  })

  it('uses credit first, and asks only for the rest', async () => {
    const { club, ann, giLine, quote, place, balance } = await aShop()
    await db.transaction().execute(tx =>
      postPayment(tx, {
        clubId: club.id,
        memberId: ann.id,
        pence: 500,
        paymentDate: '2026-05-01',
        paymentMethodId: paymentMethod.cash,
      }),
    )
    expect((await quote([giLine(ann.id)])).body).toMatchObject({ total: 30, credit: 5, due: 25 })
    expect((await place([giLine(ann.id)], 30, [cash(30)])).body.fields.payments).toEqual(['Only £25.00 is due.'])
    expect((await place([giLine(ann.id)], 30, [cash(25)])).status).toBe(200)
    expect(await balance(ann.id)).toBe(0)
  })

  it('is for the member and linked members of the club', async () => {
    const { club, ann, giLine, place } = await aShop()
    const friend = await createMember(db, { clubId: club.id })
    expect((await place([giLine(ann.id), giLine(friend.id)], 60)).body.fields).toHaveProperty(['lines.memberId'])
    const elsewhere = await createMember(db, { clubId: (await createClub(db)).id })
    expect((await place([giLine(elsewhere.id)], 30)).status).toBe(403)
  })

  it('takes off discounts, and counts their use', async () => {
    const { club, ann, ben, giLine, quote, place, read } = await aShop()
    const tree = { club_id: club.id, root_club_id: club.rootClubId }
    await db
      .insertInto('discount')
      .values({ ...tree, name: 'Spring', code: 'SPRING', percent_hundredths: 1000, for_products: 'all', max_uses: 1 })
      .execute()
    const lines = [giLine(ann.id), giLine(ben.id)]
    expect((await quote(lines)).body.total).toBe(60)
    expect((await quote(lines, 'spring')).body).toMatchObject({
      total: 57,
      lines: [
        { price: 27, fullPrice: 30, discounts: [{ name: 'Spring', amount: 3 }] },
        { price: 30, discounts: [] },
      ],
    })
    const { body } = await place(lines, 57, [], { code: 'spring' })
    expect((await read(body.orderId)).lines[0]).toMatchObject({ price: 27, discounts: [{ name: 'Spring', amount: 3 }] })
    expect((await quote(lines, 'spring')).body.total).toBe(60)
  })

  it('takes an amount off a line once, however many of it there are, and the receipt says so', async () => {
    const { club, ann, ben, giLine, quote, place } = await aShop()
    const tree = { club_id: club.id, root_club_id: club.rootClubId }
    const fiver = { name: 'Fiver', code: 'FIVER', amount_pence: 500, for_products: 'all' as const }
    await db
      .insertInto('discount')
      .values({ ...tree, ...fiver })
      .execute()
    const lines = [giLine(ann.id, 3), giLine(ben.id)]
    expect((await quote(lines, 'FIVER')).body).toMatchObject({
      total: 110,
      lines: [
        { price: 85, fullPrice: 90, discounts: [{ name: 'Fiver', amount: 5 }] },
        { price: 25, fullPrice: 30, discounts: [{ name: 'Fiver', amount: 5 }] },
      ],
    })
    const { body } = await place(lines, 110, [], { code: 'FIVER' })
    const order = await readOrder(db, body.orderId)
    const text = order && receiptText(order)
    expect(text).toContain('£90.00 for 3 less Fiver £5.00')
    expect(text).toContain('£30.00 less Fiver £5.00')
  })

  it('books a prebooked class, once, and only as long as there is a place', async () => {
    const { club, ann, ben, quote, place } = await aShop()
    const klass = await createClass(db, { clubId: club.id, classTypeId: classType.prebooked, weekdays: [] })
    await createSlot(db, { classId: klass.id, date: '2026-05-20', capacity: 1 })
    await db.updateTable('class').set({ cost_pence: 800 }).where('id', '=', klass.id).execute()
    const seat = (memberId: number) => ({ memberId, eventId: klass.id, eventDate: '2026-05-20' })
    expect((await place([seat(ann.id), seat(ben.id)], 16)).body.message).toContain('Full: 1 of 1 place is taken.')
    expect((await place([seat(ann.id), seat(ann.id)], 16)).status).toBe(409)
    const { status, body } = await place([seat(ann.id)], 8)
    expect(status).toBe(200)
    const bookings = await db.selectFrom('booking').select('member_id').where('class_id', '=', klass.id).execute()
    expect(bookings).toEqual([{ member_id: ann.id }])
    expect((await place([seat(ann.id)], 8)).body.message).toContain('charged already')
    expect((await quote([seat(ann.id)])).body.lines[0].problem).toBe('This has been charged already.')
    expect((await quote([{ ...seat(ben.id), eventDate: '2026-05-21' }])).body.lines[0].problem).toBe(
      'It is not offered on that day.',
    )
    expect(body.orderId).toBeGreaterThan(0)
  })
})

describe('many desks at once', () => {
  it('sell, take back and hand out without standing in each other’s way, and all of it adds up', async () => {
    const { desk, club, ann, ben, gi, mitts, variantId, giLine, mittsLine, place, read } = await aShop({
      stock: 6,
      allowPreOrder: true,
    })
    const baskets = Array.from({ length: 16 }, (_, index) =>
      index % 2 === 0 ? [giLine(ann.id), mittsLine(ben.id)] : [mittsLine(ann.id), giLine(ben.id)],
    )
    const placed = await Promise.all(baskets.map(lines => place(lines, 42.5, [cash(20), card(2.5)])))
    const sold = placed.filter(({ status }) => status === 200)
    // Of mitts there are ten and no pre-orders.
    expect([sold.length, placed.every(({ status }) => status === 200 || status === 409)]).toEqual([10, true])
    await receive(db, { clubId: club.id, productId: gi.id, variantId, quantity: 2 })
    const orders = await Promise.all(sold.map(({ body }) => read(body.orderId)))
    const after = await Promise.all(
      orders.flatMap(({ lines: [first, second] }, index) => [
        desk.post(`/api/club/HandOutOrderLine/${first.orderLineId}`),
        desk.post(`/api/club/HandOutOrderLine/${second.orderLineId}`),
        ...(index % 3 === 0
          ? [
              desk.post(`/api/member/ReturnOrderLine/${ann.id}`, {
                orderLineId: second.orderLineId,
                reason: 'x',
                giveBack: true,
              }),
            ]
          : []),
      ]),
    )
    expect(after.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
    expect(await checkLedger(db)).toBeNull()
    for (const { id } of [gi, mitts]) {
      const { rows } = await sql<{ onHand: number; moved: number; promised: number; waiting: number }>`
        select on_hand as "onHand", promised,
          (select sum(quantity) from stock_movement where product_id = ${id})::integer as moved,
          (select coalesce(sum(pre_ordered), 0) from order_line where product_id = ${id}
            and handed_out_at is null and returned_at is null)::integer as waiting
        from stock_level where product_id = ${id}`.execute(db)
      expect(rows).toHaveLength(1)
      expect([rows[0]?.onHand, rows[0]?.promised]).toEqual([rows[0]?.moved, rows[0]?.waiting])
    }
  })
})

describe('an event that is paid for at the desk', () => {
  it('is not charged again by the mark, and the other way round', async () => {
    const { desk, club, ann, ben, place, balance } = await aShop()
    const klass = await createClass(db, { clubId: club.id, classTypeId: classType.chargeable })
    await db
      .updateTable('class')
      .set({ cost_pence: 600, charge_on_attendance: true })
      .where('id', '=', klass.id)
      .execute()
    const tonight = { classId: klass.id, classDate: testToday, attended: true }
    const visit = (memberId: number) => ({ memberId, eventId: klass.id, eventDate: testToday })
    expect((await place([visit(ann.id)], 6, [cash(6)])).status).toBe(200)
    for (const { id } of [ann, ben]) await desk.post(`/api/member/SaveAttendance/${id}`, tonight)
    expect([await balance(ann.id), await balance(ben.id)]).toEqual([0, -6])
    expect((await place([visit(ben.id)], 6)).body.message).toContain('charged already')
  })
})

describe('returnOrderLine', () => {
  it('reverses the charge, puts it back on the shelf, and keeps or gives back the money', async () => {
    const { desk, ann, gi, giLine, mittsLine, place, read, onHand, balance } = await aShop()
    const { orderId } = (await place([giLine(ann.id), mittsLine(ann.id)], 42.5, [cash(42.5)])).body
    const [first, second] = (await read(orderId)).lines
    const takeBack = (orderLineId: number, giveBack: boolean) =>
      desk.post(`/api/member/ReturnOrderLine/${ann.id}`, { orderLineId, reason: 'Too small', giveBack })
    expect((await takeBack(first.orderLineId, true)).body.givenBack).toBe(30)
    expect((await takeBack(first.orderLineId, true)).status).toBe(409)
    expect([await onHand(gi.id), await balance(ann.id)]).toEqual([5, 0])
    expect((await takeBack(second.orderLineId, false)).body.givenBack).toBe(0)
    expect(await balance(ann.id)).toBe(12.5)
    expect(await read(orderId)).toMatchObject({ total: 0, paid: 12.5, payments: [{ amount: 42.5, returned: 30 }] })
    expect(await checkLedger(db)).toBeNull()
  })

  it('takes back so many of a line, each for its share, the last for what is left', async () => {
    const { desk, ann, gi, giLine, place, read, onHand, balance } = await aShop()
    await db.updateTable('product').set({ name: 'Kimono' }).where('id', '=', gi.id).execute()
    await createDiscount(db, {
      clubId: (await read((await place([giLine(ann.id)], 30)).body.orderId)).clubId,
      pence: 100,
    })
    const { orderId } = (await place([giLine(ann.id, 3)], 89, [cash(59)])).body
    const [{ orderLineId }] = (await read(orderId)).lines
    const before = await onHand(gi.id)
    const takeBack = (quantity: number | undefined, giveBack = true) =>
      desk.post(`/api/member/ReturnOrderLine/${ann.id}`, { orderLineId, quantity, reason: 'Too small', giveBack })
    expect((await takeBack(4)).body.fields).toEqual({ quantity: ['Only 3 of it are left.'] })
    // What is still owed of it goes first: £30 of the line and £30 of another are.
    expect((await takeBack(1)).body.givenBack).toBe(0)
    expect(await read(orderId)).toMatchObject({
      ...{ total: 59.34, paid: 59, outstanding: 0.34 },
      lines: [{ quantity: 3, returnedQuantity: 1, returnedAmount: 29.66, returnedAt: null, outstanding: 0.34 }],
    })
    expect([await onHand(gi.id), await balance(ann.id)]).toEqual([before + 1, -30.34])
    expect((await takeBack(1)).body.givenBack).toBe(29.32)
    const [last, tooLate] = await Promise.all([takeBack(1), takeBack(1)])
    expect([last.status, tooLate.status].toSorted()).toEqual([200, 409])
    expect((last.status === 200 ? last : tooLate).body.givenBack).toBe(29.68)
    expect(await read(orderId)).toMatchObject({
      ...{ total: 0, paid: 0, outstanding: 0 },
      lines: [{ returnedQuantity: 3, returnedAmount: 89, returnedAt: expect.any(String) }],
    })
    expect([await onHand(gi.id), await balance(ann.id)]).toEqual([before + 3, -30])
    expect(await checkLedger(db)).toBeNull()
  })

  it.each(['whole', 'in parts'])('gives a discount free again that may be used once, when taken back %s', async how => {
    const { desk, club, ann, mittsLine, place, read, quote } = await aShop()
    for (const percent of [100, 50]) {
      await createDiscount(db, {
        clubId: club.id,
        name: `Once ${percent}`,
        code: `ONCE${percent}`,
        percent,
        maxUses: 1,
      })
      const code = { code: `ONCE${percent}` }
      const price = 25 * (1 - percent / 100)
      const { orderId } = (await place([mittsLine(ann.id, 2)], price, [], code)).body
      expect((await quote([mittsLine(ann.id, 2)], code.code)).body.total).toBe(25)
      const [{ orderLineId }] = (await read(orderId)).lines
      const takeBack = (quantity: number) =>
        desk.post(`/api/member/ReturnOrderLine/${ann.id}`, { orderLineId, quantity, reason: 'x', giveBack: false })
      for (const quantity of how === 'whole' ? [2] : [1, 1]) {
        expect((await quote([mittsLine(ann.id, 2)], code.code)).body.total).toBe(25)
        expect((await takeBack(quantity)).status).toBe(200)
      }
      expect((await quote([mittsLine(ann.id, 2)], code.code)).body.total).toBe(price)
      expect((await place([mittsLine(ann.id, 2)], price, [], code)).status).toBe(200)
    }
    expect(await checkLedger(db)).toBeNull()
  })

  it('takes back at most once, whoever asks at the same time', async () => {
    const { desk, ann, gi, giLine, place, read, onHand, balance } = await aShop()
    const { orderId } = (await place([giLine(ann.id)], 30, [cash(30)])).body
    const [{ orderLineId }] = (await read(orderId)).lines
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        desk.post(`/api/member/ReturnOrderLine/${ann.id}`, { orderLineId, reason: 'x', giveBack: true }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([await onHand(gi.id), await balance(ann.id)]).toEqual([5, 0])
  })

  it('cancels a booking that is still to come', async () => {
    const { desk, club, ann, place, read } = await aShop()
    const klass = await createClass(db, { clubId: club.id, classTypeId: classType.prebooked, weekdays: [] })
    await createSlot(db, { classId: klass.id, date: '2026-05-20', capacity: 1 })
    await db.updateTable('class').set({ cost_pence: 800 }).where('id', '=', klass.id).execute()
    const { orderId } = (await place([{ memberId: ann.id, eventId: klass.id, eventDate: '2026-05-20' }], 8)).body
    const [{ orderLineId }] = (await read(orderId)).lines
    await desk.post(`/api/member/ReturnOrderLine/${ann.id}`, { orderLineId, reason: 'Ill', giveBack: false })
    const { body } = await desk.get(`/api/club/GetPrebookedCapacity/${klass.id}?classDate=2026-05-20`)
    expect(body).toMatchObject({ booked: 0, available: 1 })
  })
})

describe('pre-orders', () => {
  it('are sold without stock where that is allowed, and handed out once when it has come', async () => {
    const { desk, club, ann, gi, variantId, giLine, place, read, onHand } = await aShop({
      stock: 1,
      allowPreOrder: true,
    })
    const { orderId } = (await place([giLine(ann.id, 3)], 90)).body
    const [{ orderLineId, preOrdered }] = (await read(orderId)).lines
    expect([preOrdered, await onHand(gi.id)]).toEqual([2, 0])
    const list = async () => (await desk.get(`/api/club/GetHandOuts/${club.id}`)).body
    expect(await list()).toMatchObject({
      total: 1,
      data: [{ orderLineId, memberName: 'Ann Reed', label: 'Gi, 140 cm', preOrdered: 2, onHand: 0, outstanding: 90 }],
    })
    const handOut = () => desk.post(`/api/club/HandOutOrderLine/${orderLineId}`)
    expect((await handOut()).body.message).toContain('0 of 2 in stock')
    await receive(db, { clubId: club.id, productId: gi.id, variantId, quantity: 5 })
    expect((await Promise.all([handOut(), handOut(), handOut()])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await onHand(gi.id)).toBe(3)
    expect((await list()).total).toBe(0)
    await desk.post(`/api/member/ReturnOrderLine/${ann.id}`, { orderLineId, reason: 'x', giveBack: false })
    expect(await onHand(gi.id)).toBe(6)
  })

  it('that are taken back in part are waited for by so many fewer', async () => {
    const { desk, club, ann, gi, variantId, giLine, place, read, onHand } = await aShop({
      stock: 1,
      allowPreOrder: true,
    })
    const { orderId } = (await place([giLine(ann.id, 3)], 90)).body
    const [{ orderLineId }] = (await read(orderId)).lines
    const takeBack = (quantity: number) =>
      desk.post(`/api/member/ReturnOrderLine/${ann.id}`, { orderLineId, quantity, reason: 'x', giveBack: false })
    await takeBack(1)
    expect((await desk.get(`/api/club/GetHandOuts/${club.id}`)).body.data).toMatchObject([{ preOrdered: 1 }])
    await receive(db, { clubId: club.id, productId: gi.id, variantId, quantity: 5 })
    expect((await desk.post(`/api/club/HandOutOrderLine/${orderLineId}`)).status).toBe(200)
    expect(await onHand(gi.id)).toBe(4)
    await takeBack(2)
    expect(await onHand(gi.id)).toBe(6)
    const level = await db.selectFrom('stock_level').selectAll().where('product_id', '=', gi.id).execute()
    expect(level).toMatchObject([{ on_hand: 6, promised: 0 }])
  })

  it('are forgotten when the line is taken back before', async () => {
    const { desk, club, ann, gi, giLine, place, read } = await aShop({ stock: 0, allowPreOrder: true })
    const { orderId } = (await place([giLine(ann.id, 2)], 60)).body
    const [{ orderLineId }] = (await read(orderId)).lines
    await desk.post(`/api/member/ReturnOrderLine/${ann.id}`, { orderLineId, reason: 'x', giveBack: false })
    expect((await desk.get(`/api/club/GetHandOuts/${club.id}`)).body.total).toBe(0)
    expect((await desk.post(`/api/club/HandOutOrderLine/${orderLineId}`)).status).toBe(409)
    const level = await db.selectFrom('stock_level').selectAll().where('product_id', '=', gi.id).execute()
    expect(level).toMatchObject([{ on_hand: 0, promised: 0 }])
  })
})

describe('receipts', () => {
  it('are a PDF, and go out by e-mail when it is wanted', async () => {
    const { desk, ann, giLine, mittsLine, ben, place } = await aShop()
    const lines = [giLine(ann.id), mittsLine(ben.id)]
    const { orderId } = (await place(lines, 42.5, [cash(40)], { receiptTo: 'ann@mail.example' })).body
    expect(jobs.at(-1)).toEqual({ name: 'send-receipt', data: { orderId, to: 'ann@mail.example' } })
    const { body } = await desk.get(`/api/member/GetOrderReceipt/${ann.id}?orderId=${orderId}`)
    expect(Buffer.from(body.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    const sent: Message[] = []
    await sendReceipt({ db, mail: { send: takesMail(sent) } }, { orderId, to: 'a@mail.example' })
    expect(sent[0]?.text).toContain('Gi, 140 cm (for Ann Reed): £30.00')
    expect(sent[0]?.text).toContain('Still to pay: £2.50')
    expect(sent[0]?.attachments).toHaveLength(1)
    await desk.post(`/api/member/EmailOrderReceipt/${ann.id}`, { orderId, receiptTo: 'b@mail.example' })
    expect(jobs.at(-1)?.data).toEqual({ orderId, to: 'b@mail.example' })
    const stranger = await createMember(db, {
      clubId: (await desk.get(`/api/member/GetOrderChoices/${ann.id}`)).body.clubId,
    })
    expect((await desk.get(`/api/member/GetOrder/${stranger.id}?orderId=${orderId}`)).status).toBe(404)
    expect((await desk.get(`/api/member/GetOrders/${ben.id}`)).body).toMatchObject({
      total: 1,
      data: [{ orderId, description: 'Gi, 140 cm, Mitts', total: 42.5 }],
    })
  })
})
