import type { Transaction } from 'kysely'
import { type PlacedPayment, placePayments } from '../collections/index.ts'
import type { Tables } from '../platform/tables.ts'
import { job, type PayingParts } from './parts.ts'

interface CardPayment {
  readonly clubId: number
  readonly memberId: number
  readonly savedCardId: number
  readonly chargeIds: readonly number[]
}

/** Puts charges on their way by the cards that are kept, each of these as one payment. */
export async function placeCardPayments(
  { jobs }: Pick<PayingParts, 'jobs'>,
  tx: Transaction<Tables>,
  payments: readonly CardPayment[],
  at: Date,
): Promise<PlacedPayment[]> {
  const placed = await placePayments(
    tx,
    payments.map(({ savedCardId, ...payment }) => ({ ...payment, by: { savedCardId }, chargeDate: null })),
    at,
  )
  for (const { paymentId } of placed) await jobs.enqueue(tx, job.chargeCard, { paymentId })
  return placed
}
