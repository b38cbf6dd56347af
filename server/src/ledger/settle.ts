import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'

/**
 * Sets what members have in credit against what they owe in the same club: the oldest credit against what falls due first.
 * Credits and debts of a member are laid end to end; where two of them lie beside each other, one settles the other.
 * @param besides charges that stay open, because money for them is on its way
 * @returns the ids of the allocations, and what they settle in all, in pence
 */
export async function settle(
  tx: Write['tx'],
  memberIds: readonly number[],
  besides: readonly number[] = [],
): Promise<{ ids: number[]; pence: number }> {
  const { rows } = await sql<{ id: number; pence: number }>`
    with credit as (
      select payment_id, credit_id, member_id, club_id, pence,
        sum(pence) over (partition by member_id, club_id order by since, payment_id, credit_id) as upto
      from open_credit where member_id = any(${memberIds}::bigint[])
    ), debt as (
      select charge_id, member_id, club_id, pence,
        sum(pence) over (partition by member_id, club_id order by due_on, charge_id) as upto
      from open_charge
      where member_id in (select member_id from credit) and not (charge_id = any(${besides}::bigint[]))
    )
    insert into allocation (club_id, member_id, charge_id, payment_id, credit_id, amount_pence)
    select debt.club_id, debt.member_id, debt.charge_id, credit.payment_id, credit.credit_id,
      least(credit.upto, debt.upto) - greatest(credit.upto - credit.pence, debt.upto - debt.pence)
    from credit join debt on debt.member_id = credit.member_id and debt.club_id = credit.club_id
      and credit.upto - credit.pence < debt.upto and debt.upto - debt.pence < credit.upto
    order by debt.charge_id, credit.upto
    returning id, amount_pence as pence`.execute(tx)
  return { ids: rows.map(({ id }) => id), pence: rows.reduce((sum, { pence }) => sum + pence, 0) }
}
