import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'

/**
 * What was given with a line of an order that has come back whole can be given again. Of a charge that is reversed the
 * ledger says it already; not of a line that was free, nor of one that came back in parts.
 */
export async function endUses(tx: Write['tx'], { orderLineId, at }: { orderLineId: number; at: Date }): Promise<void> {
  await sql`
    update discount_use set ended_at = ${at} where order_line_id = ${orderLineId} and ended_at is null`.execute(tx)
}
