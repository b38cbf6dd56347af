import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { lockAccounts } from './lock-accounts.ts'
import { openOf } from './open-of.ts'
import { restOf } from './rest-of.ts'
import { settle } from './settle.ts'

interface Part {
  readonly chargeId: number
  /** Above zero. No more than what is left of the charge is credited. */
  readonly pence: number
  readonly on: string
  /** Why, as people read it. */
  readonly reason: string
  readonly accountId?: number | null | undefined
  /** Gives back what had been paid of it, in pence, before that settles what else is owed. */
  readonly giveBack?: ((paid: number) => Promise<void>) | undefined
}

/**
 * Takes a part of a charge back by a credit that belongs to it: first what is open of it, then what was paid, which is
 * credit again and settles what else is owed.
 * @returns the pence of it that had been paid
 */
export async function creditPart(tx: Write['tx'], { chargeId, pence: asked, ...given }: Part): Promise<number> {
  const { on, reason, accountId, giveBack } = given
  const { memberId } = await tx
    .selectFrom('charge')
    .select('member_id as memberId')
    .where('id', '=', chargeId)
    .executeTakeFirstOrThrow()
  await lockAccounts(tx, [memberId])
  const pence = Math.min(asked, await restOf(tx, chargeId))
  if (pence <= 0) return 0
  const paid = Math.max(pence - (await openOf(tx, chargeId)), 0)
  if (paid > 0)
    await sql`
      with settled as (
        select club_id, member_id, payment_id, credit_id, sum(amount_pence) as pence
        from allocation where charge_id = ${chargeId}
          and (credit_id is null or credit_id not in (select id from charge where part_of_id = ${chargeId}))
        group by 1, 2, 3, 4 having sum(amount_pence) > 0
      ), laid as (
        select settled.*, sum(pence) over (order by payment_id desc nulls last, credit_id desc) as upto from settled
      )
      insert into allocation (club_id, member_id, charge_id, payment_id, credit_id, amount_pence)
      select club_id, member_id, ${chargeId}::bigint, payment_id, credit_id, (upto - pence) - least(upto, ${paid})
      from laid where upto - pence < ${paid}`.execute(tx)
  await creditOpenPart(tx, { chargeId, pence, on, reason, accountId })
  if (paid > 0) await giveBack?.(paid)
  await settle(tx, [memberId])
  return paid
}

/** Writes a credit that belongs to a charge, and settles that much of it, which has to be open. */
export async function creditOpenPart(
  tx: Write['tx'],
  { chargeId, pence, on, reason, accountId }: Omit<Part, 'giveBack'>,
): Promise<void> {
  await sql`
    with entry as (
      insert into charge (club_id, root_club_id, member_id, amount_pence, transaction_date, due_on, description,
        category_id, event_id, event_date, part_of_id, account_id)
      select club_id, root_club_id, member_id, ${-pence}::integer, ${on}::date, ${on}::date, ${reason.slice(0, 500)},
        category_id, event_id, event_date, id, ${accountId ?? null}::bigint
      from charge where id = ${chargeId}
      returning id, club_id, member_id
    )
    insert into allocation (club_id, member_id, charge_id, credit_id, amount_pence)
    select club_id, member_id, ${chargeId}::bigint, id, ${pence}::integer from entry`.execute(tx)
}
