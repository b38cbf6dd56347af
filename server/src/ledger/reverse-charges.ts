import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { lockAccounts } from './lock-accounts.ts'
import { withCorrections } from './rest-of.ts'
import { settle } from './settle.ts'

export interface Reversal {
  /** The day of the entry that takes the charge back. */
  readonly on: string
  /** Why, as people read it. */
  readonly reason: string
  readonly accountId?: number | null
}

/** Takes a charge (or a credit) back. One that was taken back already stays so. */
export async function reverseCharge(
  tx: Write['tx'],
  { chargeId, ...reversal }: Reversal & { readonly chargeId: number },
): Promise<void> {
  await reverseCharges(tx, [chargeId], reversal)
}

/**
 * Reverses charges by entries of the same amount the other way round, together with the credits and corrections that belong
 * to them. The payments that had settled them are credit again, and settle other charges.
 */
export async function reverseCharges(
  tx: Write['tx'],
  chargeIds: readonly number[],
  { on, reason, accountId = null }: Reversal,
): Promise<void> {
  if (chargeIds.length === 0) return
  const members = await tx
    .selectFrom('charge')
    .select('member_id as memberId')
    .distinct()
    .where('id', 'in', chargeIds)
    .execute()
  const memberIds = members.map(({ memberId }) => memberId)
  if (memberIds.length === 0) return
  await lockAccounts(tx, memberIds)
  const ids = (await withCorrections(tx, chargeIds)).map(({ id }) => id)
  if (ids.length === 0) return
  await sql`
    insert into allocation (club_id, member_id, charge_id, payment_id, credit_id, amount_pence)
    select club_id, member_id, charge_id, payment_id, credit_id, -sum(amount_pence)
    from allocation where charge_id = any(${ids}::bigint[]) or credit_id = any(${ids}::bigint[])
    group by club_id, member_id, charge_id, payment_id, credit_id having sum(amount_pence) <> 0`.execute(tx)
  await sql`
    with entry as (
      insert into charge (club_id, root_club_id, member_id, amount_pence, transaction_date, due_on, description,
        category_id, event_id, event_date, period_from, period_until, reverses_id, account_id)
      select club_id, root_club_id, member_id, -amount_pence, ${on}::date, ${on}::date, ${reason}, category_id,
        event_id, event_date, period_from, period_until, id, ${accountId}::bigint
      from charge where id = any(${ids}::bigint[]) order by id
      returning id, club_id, member_id, amount_pence, reverses_id
    )
    insert into allocation (club_id, member_id, charge_id, credit_id, amount_pence)
    select club_id, member_id,
      case when amount_pence < 0 then reverses_id else id end,
      case when amount_pence < 0 then id else reverses_id end, abs(amount_pence)
    from entry`.execute(tx)
  await settle(tx, memberIds)
}
