import { paymentMethod, role } from '@honbu/contract/ids.ts'
import type { Database } from '../src/platform/database.ts'
import { testApp } from './app.ts'
import { createAccount, createClub, createMember, link } from './factories/people.ts'
import { createProduct, createProductCategory, createVariant } from './factories/shop.ts'

export const cash = (amount: number) => ({ paymentMethodId: paymentMethod.cash, amount })

/** What the tests of orders have in common: a desk that sells. */
export async function openShop(database: Database) {
  const { db } = database
  const { as, jobs } = await testApp(database)

  /** A club with two linked members, a gi in one size, and mitts. */
  async function aShop({ stock = 5, allowPreOrder = false } = {}) {
    const club = await createClub(db)
    const desk = as((await createAccount(db, { clubId: club.id, roleIds: [role.treasurer] })).sub)
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
    const balance = async (memberId: number) =>
      (await desk.get(`/api/member/GetCreditBalance/${memberId}`)).body.balance
    return { club, desk, ann, ben, gi, mitts, variantId, giLine, mittsLine, quote, place, read, onHand, balance }
  }

  return { jobs, aShop }
}
