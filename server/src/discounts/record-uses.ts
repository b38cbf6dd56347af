import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import type { Write } from '../platform/route.ts'

/** A discount that was given. */
export interface DiscountUse {
  readonly discountId: number
  readonly memberId: number
  readonly clubId: number
  /** The charge it was taken off; null where nothing was left to charge. */
  readonly chargeId: number | null
  /** The line of an order that it was given on. */
  readonly orderLineId?: number | null
  /** What it took off. */
  readonly pence: number
}

const tooOften = {
  discount_used_up: ['code', 'A discount has just been used up. Look at the price again.'],
  discount_used_up_by_member: [
    'code',
    'A discount was given to this member as often as it may be. Look at the price again.',
  ],
} as const

/**
 * Writes down which discounts were given. A use stands until its charge is reversed in the ledger; there is nothing to do
 * here then. Of a line of an order it ends with the line (end-uses.ts). The same discount on the same charge counts once, however often it is written.
 * @throws Refused 409 when one was used up meanwhile, which `pricesToCharge` rules out; the transaction is lost
 */
export async function recordUses(tx: Write['tx'], uses: readonly DiscountUse[]): Promise<void> {
  if (uses.length === 0) return
  await refuseOn(tooOften, () =>
    sql`
      insert into discount_use (discount_id, club_id, member_id, charge_id, order_line_id, amount_pence)
      select "discountId", "clubId", "memberId", "chargeId", "orderLineId", pence
      from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as given (
        "discountId" bigint, "clubId" bigint, "memberId" bigint, "chargeId" bigint, "orderLineId" bigint, pence integer)
      -- In one order, so that two that use the same discounts wait for each other.
      order by "discountId"
      on conflict (charge_id, discount_id) do nothing`.execute(tx),
  )
}
