import { currency } from '@honbu/contract/format.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { creditOpenPart } from './credit-part.ts'
import { lockAccounts } from './lock-accounts.ts'
import { settle } from './settle.ts'

export interface PaymentReturn {
  readonly paymentId: number
  /** Left out: all that has not been given back yet. */
  readonly pence?: number
  readonly on: string
  /** Written by mistake, given back, never came, or taken back by the bank. */
  readonly reason: 'correction' | 'refund' | 'failed' | 'charged_back'
  readonly description?: string
  readonly accountId?: number | null
  /** False: what it had settled is given up, by a credit that belongs to each charge. */
  readonly isStillOwed?: boolean
}

/**
 * Takes a payment back, or a part of it, and answers the id of the entry; null where nothing is left of it. Credit goes
 * first; then what it had settled is owed again, what fell due last first, unless it is given up.
 * @throws Refused 409 under `amount` when more is asked for than is left
 */
export async function returnPayment(tx: Write['tx'], { paymentId, ...given }: PaymentReturn): Promise<number | null> {
  const payment = await tx
    .selectFrom('payment')
    .select(['id', 'club_id', 'root_club_id', 'member_id', 'amount_pence', 'payment_method_id'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await lockAccounts(tx, [payment.member_id])
  const { rows } = await sql<{ returned: number; settled: number }>`
    select coalesce((select -sum(amount_pence) from payment where returns_id = ${paymentId}), 0)::integer as returned,
      coalesce((select sum(amount_pence) from allocation where payment_id = ${paymentId}), 0)::integer as settled`.execute(
    tx,
  )
  const { returned = 0, settled = 0 } = rows[0] ?? {}
  const left = payment.amount_pence - returned
  const pence = given.pence ?? left
  if (pence > left) throw tooMuch(left)
  if (pence <= 0) return null
  const missing = pence - (left - settled)
  const released = missing > 0 ? await release(tx, paymentId, missing) : []
  const { id } = await tx
    .insertInto('payment')
    .values({
      club_id: payment.club_id,
      root_club_id: payment.root_club_id,
      member_id: payment.member_id,
      amount_pence: -pence,
      payment_date: given.on,
      payment_method_id: payment.payment_method_id,
      description: given.description ?? '',
      returns_id: paymentId,
      return_reason: given.reason,
      account_id: given.accountId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (given.isStillOwed === false)
    for (const part of released)
      await creditOpenPart(tx, {
        ...{ ...part, on: given.on, accountId: given.accountId ?? null },
        reason: `Given up with a refund${given.description ? `: ${given.description}` : ''}`,
      })
  await settle(tx, [payment.member_id])
  return id
}

interface Released {
  readonly chargeId: number
  readonly pence: number
}

/** @returns what is open again of which charge */
async function release(tx: Write['tx'], paymentId: number, pence: number): Promise<Released[]> {
  const { rows } = await sql<Released>`
    with settled as (
      select club_id, member_id, charge_id, sum(amount_pence) as pence
      from allocation where payment_id = ${paymentId}
      group by club_id, member_id, charge_id having sum(amount_pence) > 0
    ), laid as (
      select settled.*, sum(pence) over (order by charge.due_on desc, charge.id desc) as upto
      from settled join charge on charge.id = settled.charge_id
    )
    insert into allocation (club_id, member_id, charge_id, payment_id, amount_pence)
    select club_id, member_id, charge_id, ${paymentId}::bigint, (upto - pence) - least(upto, ${pence})
    from laid where upto - pence < ${pence}
    returning charge_id as "chargeId", -amount_pence as pence`.execute(tx)
  return rows
}

function tooMuch(left: number) {
  const message = left > 0 ? `Only ${currency(left / 100)} of it is left.` : 'All of it has been given back.'
  return new Refused(409, message, { amount: [message] })
}
