import { longDate } from '@honbu/contract/format.ts'
import { sql, type Transaction } from 'kysely'
import { workingDaysAfter } from '../plans/index.ts'
import type { Tables } from '../platform/tables.ts'
import { closeTasks, raiseTask } from '../tasks/index.ts'

/** Working days in which an indemnity claim can be challenged; after 14 it is taken from the club (docs: 0035). */
const daysToChallenge = 9

interface Of {
  readonly paymentId: number
  readonly clubId: number
  readonly memberId: number
  /** '£35.00' */
  readonly amount: string
  readonly today: string
  readonly at: Date
}

const failedCause = (paymentId: number) => `payment:${paymentId}:failed`
const chargedBackCause = (paymentId: number) => `payment:${paymentId}:charged_back`

/** A claim can be challenged for some days. What has failed is followed, with its task, by recovery/. */
export async function taskOfClaim(
  tx: Transaction<Tables>,
  { paymentId, clubId, memberId, amount, today }: Of,
): Promise<void> {
  const until = workingDaysAfter(today, daysToChallenge)
  await raiseTask(tx, {
    ...{ clubId, memberId, kind: 'collection', cause: chargedBackCause(paymentId) },
    subject: `The bank has taken ${amount} back: ${daysToChallenge} working days are left to challenge it, until ${longDate(until)}. Do not settle it with the payer directly.`,
    dueOn: until,
  })
}

/** The money is there after all. */
export async function settlePaymentTasks(tx: Transaction<Tables>, { paymentId, at }: Of): Promise<void> {
  await closeTasks(tx, {
    kind: 'collection',
    causes: [failedCause(paymentId), chargedBackCause(paymentId)],
    because: 'It was collected after all',
    now: at,
  })
}

/** What had failed and is paid in another way needs nobody any more. A claim can be challenged all the same. */
export async function closePaidTasks(tx: Transaction<Tables>, at: Date): Promise<void> {
  const { rows } = await sql<{ cause: string }>`
    select task.cause from task
    join external_payment payment on task.cause in ('payment:' || payment.id || ':failed', 'payment:' || payment.id || ':refused')
      and payment.member_id = task.member_id
    where task.kind = 'collection' and task.completed_at is null
      and exists (select from external_payment_part part where part.external_payment_id = payment.id)
      and not exists (select from external_payment_part part
        join open_charge on open_charge.charge_id = part.charge_id where part.external_payment_id = payment.id)`.execute(
    tx,
  )
  const causes = rows.map(({ cause }) => cause)
  await closeTasks(tx, { kind: 'collection', causes, because: 'Was paid', now: at })
}
