import { classType, paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, createSlot } from '../../test/factories/classes.ts'
import { createClub, createContact, createMember } from '../../test/factories/people.ts'
import { receive } from '../../test/factories/shop.ts'
import { cash, openShop } from '../../test/open-shop.ts'
import { checkLedger, postPayment } from '../ledger/index.ts'
import { readOrder } from './read-order.ts'
import { receiptText } from './receipt-text.ts'

const database = await freshDatabase()
const { db } = database
const { aShop } = await openShop(database)

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
    const bookings = await db
      .selectFrom('booking')
      .select('member_id')
      .where('class_id', '=', klass.id)
      .orderBy('booking.id')
      .execute()
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
