import { sql } from 'kysely'
import { cardDay } from '../paying/index.ts'
import { isWorking } from '../platform/club-stops.ts'
import { followPayment } from './follow.ts'
import type { RecoveryParts } from './parts.ts'
import { retriesUntil } from './retries.ts'

/** How many are looked at in one go: the rest a minute later. */
const most = 2000

/**
 * Each minute: payments of which something new is known; what failed and has been settled by another way since; and what
 * is to be handed in again about now. Each in a transaction of its own. Safe to run twice, at the same time, or not for a
 * night.
 */
export async function watchPayments(parts: RecoveryParts): Promise<void> {
  const { rows } = await sql<{ paymentId: number }>`
    select external_payment_id as "paymentId" from recovery_hint
    join external_payment payment on payment.id = external_payment_id and ${isWorking(sql`payment.club_id`)}
    union
    select external_payment_id from recovery join external_payment payment on payment.id = external_payment_id
    where closed_at is null and ${isWorking(sql`payment.club_id`)} and (
      -- Paid in another way, or a part of it.
      recovery.amount_pence <> (
        select case when count(*) = 0 then recovery.amount_pence else coalesce(sum(open_charge.pence), 0) end
        from recovery_part left join open_charge on open_charge.charge_id = recovery_part.charge_id
        where recovery_id = recovery.id)
      or step = 'retry' and retry_on <= case when payment.mandate_id is null then ${cardDay(parts.now())}::date
        else ${retriesUntil(parts.now())}::date end
    )
    order by 1 limit ${most}`.execute(parts.db)
  const failures: unknown[] = []
  for (const { paymentId } of rows) {
    try {
      await followPayment(parts, paymentId)
    } catch (error) {
      // One that cannot be followed must not keep the others waiting; the job fails at its end, and is seen to.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
