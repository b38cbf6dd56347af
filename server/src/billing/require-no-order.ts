import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

/**
 * What an order has charged is taken back on its receipt, where stock, booking and discount follow; so is what takes a part
 * of it back.
 * @throws Refused 409
 */
export async function requireNoOrder(tx: Write['tx'], chargeId: number): Promise<void> {
  const { rows } = await sql<{ orderId: number; label: string }>`
    select order_id as "orderId", label from charge
    join order_line on order_line.charge_id = coalesce(charge.part_of_id, charge.id)
    where charge.id = ${chargeId}`.execute(tx)
  const [line] = rows
  if (!line) return
  const message = `${line.label} was sold by order ${line.orderId}: take it back there, so that stock and discounts follow.`
  throw new Refused(409, message, { transactionId: [message] })
}
