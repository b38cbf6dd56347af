import { lockAccounts, restOf } from '../ledger/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

/**
 * @returns the pence that reversing a charge changes; 0 if it was reversed before, which is a no-op
 * @throws Refused 409 for a charge that was credited, and for a correction of another charge
 */
export async function requireReversible(
  tx: Write['tx'],
  { chargeId, memberId }: { readonly chargeId: number; readonly memberId: number },
): Promise<number> {
  await lockAccounts(tx, [memberId])
  const correction = await tx
    .selectFrom('membership_period_change')
    .select('charge_id')
    .where('charge_id', '=', chargeId)
    .executeTakeFirst()
  if (correction)
    throw new Refused(409, 'This corrects another charge. Change the freeze or the plan, or reverse that charge.')
  const isStanding = await tx.selectFrom('standing_charge').select('id').where('id', '=', chargeId).executeTakeFirst()
  const pence = await restOf(tx, chargeId)
  if (isStanding && pence === 0) throw new Refused(409, 'Nothing is left of this charge: all of it was credited.')
  return pence
}
