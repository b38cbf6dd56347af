import { sql } from 'kysely'
import { type PaymentReturn, postPayment, returnPayment } from '../ledger/index.ts'
import type { Write } from '../platform/route.ts'

interface Matching {
  readonly externalPaymentId: number
  readonly on: string
  /** Why, where something is taken back: a refund, or the loss of the payment itself. */
  readonly reason: PaymentReturn['reason']
  readonly description: string
  /** False: what is given back is not owed again. */
  readonly isStillOwed?: boolean
}

interface Standing {
  clubId: number
  memberId: number
  reference: string
  methodId: number
  /** What the ledger should have of it. */
  expected: number
}

/**
 * Brings the ledger to what a provider holds of a payment: what it has taken less the refunds that stand, or nothing while
 * the payment is lost. The difference is written, so that whatever is told again, or in another order, changes nothing.
 * Call it with the member's account locked.
 * @returns the entries that were written: given back, and come again
 */
export async function matchLedger(
  tx: Write['tx'],
  { externalPaymentId, on, reason, description, isStillOwed = true }: Matching,
): Promise<{ returnId: number | null; restoredId: number | null }> {
  const { rows } = await sql<Standing>`
    select club_id as "clubId", member_id as "memberId", coalesce(reference, '') as reference,
      payment_method_id as "methodId", case when payment_id is null then 0 else greatest(amount_pence - coalesce((
        select sum(refund.amount_pence) from external_refund refund
        where refund.external_payment_id = payment.id and refund.state in ('pending', 'paid')), 0), 0)::integer
      end as expected
    from external_payment payment where id = ${externalPaymentId}`.execute(tx)
  const [standing] = rows
  if (!standing) throw new Error('the payment has just been locked')
  const { rows: entries } = await sql<{ id: number; left: number }>`
    select own.id, (own.amount_pence
      + coalesce((select sum(amount_pence) from payment back where back.returns_id = own.id), 0))::integer as left
    from payment own
    where own.id = (select payment_id from external_payment where id = ${externalPaymentId})
      or own.id in (select restored_id from external_refund where external_payment_id = ${externalPaymentId})
    order by own.id desc`.execute(tx)
  const tooMuch = entries.reduce((sum, { left }) => sum + left, 0) - standing.expected
  if (tooMuch < 0) {
    const { clubId, memberId, methodId, reference } = standing
    const paid = { clubId, memberId, paymentMethodId: methodId, reference, paymentDate: on, description }
    return { returnId: null, restoredId: await postPayment(tx, { ...paid, pence: -tooMuch }) }
  }
  let rest = tooMuch
  let returnId: number | null = null
  for (const { id: paymentId, left } of entries) {
    const pence = Math.min(rest, left)
    if (pence === 0) continue
    returnId = await returnPayment(tx, { paymentId, pence, on, reason, description, isStillOwed })
    rest -= pence
  }
  return { returnId, restoredId: null }
}
