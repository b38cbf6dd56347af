import { classType } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { takesMail } from '../../test/carriers.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, createSlot } from '../../test/factories/classes.ts'
import { createDiscount } from '../../test/factories/discounts.ts'
import { createMember } from '../../test/factories/people.ts'
import { receive } from '../../test/factories/shop.ts'
import { cash, openShop } from '../../test/open-shop.ts'
import { checkLedger } from '../ledger/index.ts'
import type { Message } from '../platform/mail.ts'
import { sendReceipt } from './email-receipt.ts'

const database = await freshDatabase()
const { db } = database
const { jobs, aShop } = await openShop(database)

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
