import { sql, type Transaction } from 'kysely'
import { collectionJob, type PlacedPayment, placePayments } from '../collections/index.ts'
import { cardDay, placeCardPayments } from '../paying/index.ts'
import { earliestPayment, workingDaysAfter } from '../plans/index.ts'
import { writeAudit } from '../platform/audit.ts'
import { pounds } from '../platform/money.ts'
import type { Tables } from '../platform/tables.ts'
import type { Loss, Recovery } from './loss.ts'
import type { RecoveryParts } from './parts.ts'

/** Working days by which it is handed over earlier than it has to be, as other collections are. */
const inHand = 2

/** The last day whose retries are handed over at this moment. */
export const retriesUntil = (at: Date): string => workingDaysAfter(earliestPayment(at), inHand)

/**
 * Puts a payment that failed on its way once more: what is still owed, by the mandate that it failed on as soon as its day
 * is near, or by the card that is kept when the day has come. That there is one on its way for each charge is a unique index.
 */
export async function placeRetry(
  { jobs }: Pick<RecoveryParts, 'jobs'>,
  tx: Transaction<Tables>,
  recovery: Recovery,
  loss: Loss,
): Promise<void> {
  const { next, open, last, clubId, memberId, at } = loss
  if (next.step !== 'retry' || open.length === 0) return
  const what = { clubId, memberId, chargeIds: open.map(({ chargeId }) => chargeId) }
  if (last.mandateId === null) {
    // By the card that is kept now: it may be another than the one that was declined.
    if (last.cardId === null || next.retryOn > cardDay(at)) return
    const [made] = await placeCardPayments({ jobs }, tx, [{ ...what, savedCardId: last.cardId }], at)
    if (made) await noteRetry(tx, { recovery, loss, made, chargeDate: null })
  } else if (last.mandateState === 'active' && next.retryOn <= retriesUntil(at)) {
    const earliest = earliestPayment(at)
    const chargeDate = next.retryOn < earliest ? earliest : next.retryOn
    const by = { mandateId: last.mandateId }
    const [made] = await placePayments(tx, [{ ...what, by, chargeDate }], at)
    if (!made) return
    await jobs.enqueue(tx, collectionJob.sendPayments, { accountId: made.accountId })
    await noteRetry(tx, { recovery, loss, made, chargeDate })
  }
}

interface Made {
  readonly recovery: Recovery
  readonly loss: Loss
  readonly made: PlacedPayment
  readonly chargeDate: string | null
}

async function noteRetry(tx: Transaction<Tables>, { recovery, loss, made, chargeDate }: Made): Promise<void> {
  const { clubId, memberId, failures } = loss
  const { paymentId, pence } = made
  await sql`
    update recovery set step = 'onItsWay', retry_on = null, external_payment_id = ${paymentId} where id = ${recovery.id}`.execute(
    tx,
  )
  await writeAudit(tx, { action: 'retryPayment', accountId: null }, [
    {
      ...{ clubId, memberId, subject: 'external_payment', subjectId: paymentId, before: null },
      after: { amount: pounds(pence), ...(chargeDate && { chargeDate }), retry: failures },
    },
  ])
}
