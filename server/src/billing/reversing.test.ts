import { paymentMethod, transactionCategory } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createProduct } from '../../test/factories/shop.ts'
import { type Club, openCharging } from '../../test/open-charging.ts'
import { checkLedger } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const { aClub, paying, run } = await openCharging(database)

const cash = (amount: number) => ({ amount, paymentDate: '2026-05-12', paymentMethodId: paymentMethod.cash })
const balanceOf = async ({ me }: Club, memberId: number) =>
  (await me.get(`/api/member/GetCreditBalance/${memberId}`)).body.balance

/** A badge for £20 that is paid in cash, of which `refund` is refunded as goodwill. */
async function refunded(refund: number) {
  const club = await aClub()
  const { memberId } = await paying(club)
  const { body } = await club.me.post(`/api/member/SaveTransaction/${memberId}`, {
    ...{ clubId: club.clubId, transactionId: 0, categoryId: transactionCategory.other, description: 'Badge' },
    ...{ transactionDate: '2026-05-12', ...cash(20) },
  })
  await club.me.post(`/api/member/RefundPayment/${body.paymentId}`, { amount: refund, isStillOwed: false })
  const reverse = () => club.me.post(`/api/member/DeleteTransaction/${body.transactionId}`, { reason: 'Mistake' })
  return { club, memberId, reverse, ...body }
}

describe('a charge of which a part was credited', () => {
  it('is reversed by what is left of it', async () => {
    const { club, memberId, reverse } = await refunded(5)
    expect((await reverse()).status).toBe(200)
    // £20.00 paid, £5.00 of it refunded: £15.00 is credit.
    expect(await balanceOf(club, memberId)).toBe(15)
    expect(await checkLedger(db)).toBeNull()
  })

  it('can’t be reversed or corrected once all of it was credited', async () => {
    const { club, memberId, reverse, transactionId } = await refunded(20)
    const message = 'Nothing is left of this charge: all of it was credited.'
    expect(await reverse()).toMatchObject({ status: 409, body: { message } })
    const corrected = await club.me.post(`/api/member/SaveTransaction/${memberId}`, {
      ...{ clubId: club.clubId, transactionId, categoryId: transactionCategory.other, description: 'Badge' },
      ...{ transactionDate: '2026-05-12', amount: 18 },
    })
    expect(corrected).toMatchObject({ status: 409, body: { message } })
    expect(await balanceOf(club, memberId)).toBe(0)
    expect(await checkLedger(db)).toBeNull()
  })

  it('is given back by what is left when its order is returned, whole or in parts', async () => {
    for (const quantity of [2, 1]) {
      const club = await aClub()
      const { memberId } = await paying(club)
      const gi = await createProduct(db, { clubId: club.clubId, name: 'Gi', pence: 3000, stock: 5 })
      const { body } = await club.me.post(`/api/member/PlaceOrder/${memberId}`, {
        ...{ clubId: club.clubId, lines: [{ memberId, productId: gi.id, quantity: 2 }], total: 60 },
        payments: [{ paymentMethodId: paymentMethod.cash, amount: 60 }],
      })
      const order = (await club.me.get(`/api/member/GetOrder/${memberId}?orderId=${body.orderId}`)).body
      await club.me.post(`/api/member/RefundPayment/${order.payments[0].paymentId}`, { amount: 40, isStillOwed: false })
      const returned = await club.me.post(`/api/member/ReturnOrderLine/${memberId}`, {
        ...{ orderLineId: order.lines[0].orderLineId, quantity, reason: 'Too small', giveBack: true },
      })
      // £20.00 of the £60.00 is left.
      expect(returned.body).toMatchObject({ givenBack: 20 })
      expect(await balanceOf(club, memberId)).toBe(0)
      expect(await checkLedger(db)).toBeNull()
    }
  })
})

describe('a membership charge of which days were credited', () => {
  it('is reversed with those credits', async () => {
    const club = await aClub()
    const { memberId, clubMemberId } = await paying(club)
    await run(club)
    const frozen = await club.me.post(`/api/member/SaveFreeze/${memberId}`, {
      ...{ freezeId: 0, clubMemberId, from: '2026-05-20', until: '2026-05-29', reason: 'Away', price: 0 },
    })
    expect(frozen.status).toBe(200)
    // £30.00 × 21 ÷ 31
    expect(await balanceOf(club, memberId)).toBe(-20.32)
    const { data } = (await club.me.get(`/api/member/GetTransactions/${memberId}`)).body
    const [credit, charge] = data
    expect(await club.me.post(`/api/member/DeleteTransaction/${credit.transactionId}`, { reason: '' })).toMatchObject({
      status: 409,
      body: { message: 'This corrects another charge. Change the freeze or the plan, or reverse that charge.' },
    })
    expect(
      (await club.me.post(`/api/member/DeleteTransaction/${charge.transactionId}`, { reason: 'Mistake' })).status,
    ).toBe(200)
    expect(await balanceOf(club, memberId)).toBe(0)
    expect(await checkLedger(db)).toBeNull()
  })
})
