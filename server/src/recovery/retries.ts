import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import { collectionJob } from '../collections/index.ts'
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
 * Puts a payment that failed on its way once more, as soon as its day is near: what is still owed, by the mandate that it
 * failed on. That there is one on its way for each charge is a unique index.
 */
export async function placeRetry(
  { jobs }: Pick<RecoveryParts, 'jobs'>,
  tx: Transaction<Tables>,
  recovery: Recovery,
  loss: Loss,
): Promise<void> {
  const { clubId, memberId, chargeId, last, pence, next, at } = loss
  if (next.step !== 'retry' || chargeId === null || last.mandateId === null || next.retryOn > retriesUntil(at)) return
  const earliest = earliestPayment(at)
  const chargeDate = next.retryOn < earliest ? earliest : next.retryOn
  const { rows } = await sql<{ id: number }>`
    insert into external_payment (club_id, root_club_id, member_id, provider_account_id, payment_method_id, mandate_id,
      charge_id, amount_pence, description, charge_date, state, created_at)
    select club_id, root_club_id, member_id, provider_account_id, ${paymentMethod.directDebit}, id, ${chargeId}::bigint,
      ${pence}::integer, ${last.description}, ${chargeDate}::date, 'waiting', ${at}
    from mandate where id = ${last.mandateId} and state = 'active' and cancel_requested_at is null
    on conflict (charge_id) where state in ('waiting', 'pending_customer_approval', 'pending_submission', 'submitted')
      or state = 'failed' and will_retry do nothing
    returning id`.execute(tx)
  const [made] = rows
  if (!made) return
  await sql`
    update recovery set step = 'onItsWay', retry_on = null, external_payment_id = ${made.id} where id = ${recovery.id}`.execute(
    tx,
  )
  await jobs.enqueue(tx, collectionJob.sendPayments, { accountId: last.accountId })
  await writeAudit(tx, { action: 'retryPayment', accountId: null }, [
    {
      ...{ clubId, memberId, subject: 'external_payment', subjectId: made.id, before: null },
      after: { amount: pounds(pence), chargeDate, retry: loss.failures },
    },
  ])
}
