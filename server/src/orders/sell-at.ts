import type { Write } from '../platform/route.ts'
import { requireGoods, takeFromShelf } from '../shop/index.ts'

interface Sale {
  readonly clubId: number
  readonly memberId: number
  readonly productId: number
  readonly variantId: number | null
  readonly today: string
}

/**
 * One piece that is sold at a price somebody names, outside of a basket: takes it from the shelf now, and is an order of one
 * line as soon as it is told what was charged. Call it before the accounts are locked.
 * @throws Refused where the club does not sell it, or has none left
 */
export async function sellAt({ tx, user, now }: Pick<Write, 'tx' | 'user' | 'now'>, sale: Sale) {
  const { clubId, memberId, productId, variantId, today } = sale
  const goods = await requireGoods(tx, { clubId, today, productId, variantId })
  const { label, keepsStock, allowPreOrder } = goods
  const by = { accountId: user.accountId, now, note: '' }
  const piece = { quantity: 1, label, field: 'productId', allowPreOrder }
  const fromShelf = keepsStock
    ? await takeFromShelf(tx, { clubId, productId, variantId }, { ...piece, ...by })
    : { taken: 0, preOrdered: 0 }

  return async ({ chargeId, pence }: { readonly chargeId: number; readonly pence: number }): Promise<void> => {
    const { root_club_id } = await tx
      .selectFrom('club')
      .select('root_club_id')
      .where('id', '=', clubId)
      .executeTakeFirstOrThrow()
    const owner = { club_id: clubId, root_club_id, member_id: memberId }
    const { id } = await tx
      .insertInto('member_order')
      .values({ ...owner, ordered_on: today, account_id: user.accountId, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('order_line')
      .values({
        ...owner,
        order_id: id,
        product_id: productId,
        variant_id: variantId,
        label,
        quantity: 1,
        full_pence: Math.max(pence, goods.pricePence),
        pence,
        taken: fromShelf.taken,
        pre_ordered: fromShelf.preOrdered,
        charge_id: chargeId,
      })
      .execute()
  }
}
