import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { lockAccounts } from './lock-accounts.ts'
import { settle } from './settle.ts'

/** What a member has paid, in whole pence above zero. */
export interface NewPayment {
  readonly clubId: number
  readonly memberId: number
  readonly pence: number
  readonly paymentDate: string
  readonly paymentMethodId: number | null
  readonly description?: string
  /** The number of a cheque, the reference of a transfer. */
  readonly reference?: string
  /** What it is meant to settle, in this order; what is left settles what fell due first, or is credit. */
  readonly chargeIds?: readonly number[]
  readonly accountId?: number | null
}

/** Writes a payment and what it settles, and answers its id. */
export async function postPayment(tx: Write['tx'], payment: NewPayment): Promise<number> {
  const { clubId, memberId, pence, chargeIds = [] } = payment
  await lockAccounts(tx, [memberId])
  const { rows } = await sql<{ id: number }>`
    insert into payment (club_id, root_club_id, member_id, amount_pence, payment_date, payment_method_id, description,
      reference, account_id)
    select club.id, club.root_club_id, ${memberId}::bigint, ${pence}::integer, ${payment.paymentDate}::date,
      ${payment.paymentMethodId}::integer, ${payment.description ?? ''}, ${payment.reference ?? ''},
      ${payment.accountId ?? null}::bigint
    from club where club.id = ${clubId}
    returning id`.execute(tx)
  const paymentId = rows[0]?.id ?? 0
  if (chargeIds.length > 0)
    await sql`
      with debt as (
        select charge_id, club_id, member_id, pence, sum(pence) over (order by wanted.place) as upto
        from unnest(${[...chargeIds]}::bigint[]) with ordinality as wanted (id, place)
        join open_charge on open_charge.charge_id = wanted.id
        where open_charge.member_id = ${memberId} and open_charge.club_id = ${clubId}
      )
      insert into allocation (club_id, member_id, charge_id, payment_id, amount_pence)
      select club_id, member_id, charge_id, ${paymentId}::bigint, least(upto, ${pence}) - (upto - pence)
      from debt where upto - pence < ${pence}`.execute(tx)
  await settle(tx, [memberId])
  return paymentId
}
