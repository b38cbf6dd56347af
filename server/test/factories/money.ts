import type { Db } from '../../src/platform/database.ts'
import { rootOf } from './in-tree.ts'

/** What a member owes to a club since a day, and how much of it has been paid. */
export async function createCharge(
  db: Db,
  { clubId, memberId, pence, due, paid = 0, categoryId = null }: ChargeInput,
): Promise<number> {
  const owner = { club_id: clubId, member_id: memberId }
  const tree = { ...owner, root_club_id: await rootOf(db, clubId) }
  const charge = await db
    .insertInto('charge')
    .values({ ...tree, amount_pence: pence, transaction_date: due, due_on: due, category_id: categoryId })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (paid === 0) return charge.id
  const payment = await db
    .insertInto('payment')
    .values({ ...tree, amount_pence: paid, payment_date: due })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('allocation')
    .values({ ...owner, charge_id: charge.id, payment_id: payment.id, amount_pence: paid })
    .execute()
  return charge.id
}

interface ChargeInput {
  clubId: number
  memberId: number
  pence: number
  due: string
  paid?: number
  categoryId?: number | null
}
