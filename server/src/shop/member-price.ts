import type { Input } from '@honbu/contract/endpoint.ts'
import type { getProductPrice as call } from '@honbu/contract/shop.ts'
import { priceFor } from '../discounts/index.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { type Goods, requireGoods } from './goods.ts'
import { sellingClub } from './selling-club.ts'
import { stockOf } from './stock-of.ts'

export async function getProductPrice({ db, user, now }: Read, input: Input<typeof call>) {
  const { id: memberId, productId, variantId = null } = input
  const { clubId, today } = await sellingClub(db, { user, now }, { memberId, clubId: input.clubId })
  // Which variant is asked for later, where the price is looked up for a list; all of them cost the same.
  const all = await stockOf(db, { clubId, productId })
  const anyVariant = variantId ?? all.find(each => each.variantId !== null)?.variantId ?? null
  const goods = await requireGoods(db, { clubId, today, productId, variantId: anyVariant })
  const question = questionOf(goods)
  const priced = await priceFor(db, { ...question, clubId, memberId, pence: goods.pricePence, today })
  const shelves = all.filter(each => variantId === null || each.variantId === variantId)
  return {
    productId,
    variantId,
    clubId,
    currentPrice: pounds(goods.pricePence),
    price: pounds(priced.pence),
    discounts: priced.discounts.map(({ name, pence }) => ({ name, amount: pounds(pence) })),
    free: goods.keepsStock ? shelves.reduce((sum, { free }) => sum + free, 0) : null,
    allowPreOrder: goods.allowPreOrder,
  }
}

/** What discounts look at in a product. */
export const questionOf = ({ productId, categoryId, allowDiscount }: Goods) =>
  ({ kind: 'product', id: productId, categoryId, allowDiscount }) as const
