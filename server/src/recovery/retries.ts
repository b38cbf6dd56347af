import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import { collectionJob, unlessInFlight } from '../collections/index.ts'
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
  const { next, chargeId, last, at } = loss
  if (next.step !== 'retry' || chargeId === null) return
  if (last.mandateId === null) await placeByCard({ jobs }, tx, { recovery, loss, retryOn: next.retryOn, chargeId })
  else if (next.retryOn <= retriesUntil(at))
    await placeByDebit({ jobs }, tx, { recovery, loss, retryOn: next.retryOn, chargeId })
}

interface Due {
  readonly recovery: Recovery
  readonly loss: Loss
  readonly retryOn: string
  readonly chargeId: number
}

type Queue = Pick<RecoveryParts, 'jobs'>

async function placeByDebit({ jobs }: Queue, tx: Transaction<Tables>, { recovery, loss, retryOn, chargeId }: Due) {
  const { last, pence, at } = loss
  const earliest = earliestPayment(at)
  const chargeDate = retryOn < earliest ? earliest : retryOn
  const { rows } = await sql<{ id: number }>`
    insert into external_payment (club_id, root_club_id, member_id, provider_account_id, payment_method_id, mandate_id,
      charge_id, amount_pence, description, charge_date, state, created_at)
    select club_id, root_club_id, member_id, provider_account_id, ${paymentMethod.directDebit}, id, ${chargeId}::bigint,
      ${pence}::integer, ${last.description}, ${chargeDate}::date, 'waiting', ${at}
    from mandate where id = ${last.mandateId} and state = 'active' and cancel_requested_at is null
      and not mandate_is_on_hold(id)
    ${unlessInFlight}
    returning id`.execute(tx)
  const [made] = rows
  if (!made) return
  await jobs.enqueue(tx, collectionJob.sendPayments, { accountId: last.accountId })
  await noteRetry(tx, { recovery, loss, paymentId: made.id, chargeDate })
}

/** By the card that is kept now: it may be another than the one that was declined. */
async function placeByCard({ jobs }: Queue, tx: Transaction<Tables>, { recovery, loss, retryOn, chargeId }: Due) {
  const { last, pence, at } = loss
  if (last.cardId === null || retryOn > cardDay(at)) return
  const charges = [{ chargeId, pence, description: last.description, cardId: last.cardId }]
  const [made] = await placeCardPayments({ jobs }, tx, { charges, at })
  if (made) await noteRetry(tx, { recovery, loss, paymentId: made.paymentId, chargeDate: null })
}

interface Made {
  readonly recovery: Recovery
  readonly loss: Loss
  readonly paymentId: number
  readonly chargeDate: string | null
}

async function noteRetry(tx: Transaction<Tables>, { recovery, loss, paymentId, chargeDate }: Made): Promise<void> {
  const { clubId, memberId, pence, failures } = loss
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
