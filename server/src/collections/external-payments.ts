import type * as call from '@honbu/contract/collections.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { names, paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { job } from './parts.ts'
import { nameOf } from './sync-payment.ts'

interface Row {
  paymentId: number
  memberId: number
  clubId: number
  clubName: string
  providerId: number
  description: string
  pence: number
  chargeDate: string | null
  createdAt: Date
  state: string
  lostOn: string | null
  cause: string
  willRetry: boolean
  parts: { transactionId: number; description: string; pence: number }[]
  isCancelling: boolean
  problem: string
}

/** Too late afterwards: the bank has it. What is paid by card or at once is too late always. */
const canCancel = ({ state, isCancelling, providerId }: Pick<Row, 'state' | 'isCancelling' | 'providerId'>) =>
  providerId === paymentMethod.directDebit && (state === 'waiting' || state === 'pending_submission') && !isCancelling

export async function getExternalPayments({ db, user }: Read, { id }: Input<typeof call.getExternalPayments>) {
  const { rows } = await sql<Row>`
    select payment.id as "paymentId", payment.member_id as "memberId", payment.club_id as "clubId", club.name as "clubName",
      payment_method_id as "providerId", payment.description, amount_pence as pence, charge_date as "chargeDate",
      payment.created_at as "createdAt", state, cause,
      case when state in ('failed', 'cancelled', 'customer_approval_denied', 'charged_back', 'refused') then (
        -- When it happened at the bank; when we heard of it, where the provider tells no such thing.
        select (coalesce(
          (select max(happened_at) from provider_event event
            where event.provider_account_id = payment.provider_account_id and resource_type = 'payments' and links ? 'payment'
              and links->>'payment' = payment.reference and action = payment.state),
          max(at)) at time zone club.time_zone)::date
        from external_payment_change change
        where change.external_payment_id = payment.id and change.state = payment.state
      ) end as "lostOn", will_retry as "willRetry", coalesce(settles.parts, '[]') as parts,
      cancel_requested_at is not null as "isCancelling", problem
    from external_payment payment join club on club.id = payment.club_id
    left join lateral (
      select json_agg(json_build_object('transactionId', charge.id, 'description', charge.description,
        'pence', part.amount_pence) order by charge.due_on, charge.id) as parts
      from external_payment_part part join charge on charge.id = part.charge_id
      where part.external_payment_id = payment.id
    ) settles on true
    where payment.member_id = ${id} and payment.club_id = any(${[...user.clubs.keys()]})
    order by coalesce(charge_date, payment.created_at::date) desc, payment.id desc limit 200`.execute(db)
  return rows.map(({ pence, createdAt, parts, ...row }) => ({
    ...row,
    parts: parts.map(({ pence, ...part }) => ({ ...part, amount: pounds(pence) })),
    paymentMethod: names[row.providerId] ?? '',
    amount: pounds(pence),
    createdAt: createdAt.toISOString(),
    stateName: nameOf(row.state),
    canCancel: canCancel(row),
  }))
}

export async function cancelExternalPayment(
  { tx, now, audit, enqueue }: Write,
  { id: memberId, paymentId, providerId }: Input<typeof call.cancelExternalPayment>,
) {
  const row = await tx
    .selectFrom('external_payment')
    .select(['club_id as clubId', 'member_id as memberId', 'payment_method_id as methodId', 'state'])
    .select(['sent_at as sentAt', 'cancel_requested_at as requestedAt', 'amount_pence as pence'])
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { clubId, state, sentAt } = row
  if (row.memberId !== memberId) throw refused('paymentId', 'This payment is another member’s.')
  if (row.methodId !== providerId) throw refused('providerId', 'This payment is collected by another provider.')
  if (providerId !== paymentMethod.directDebit)
    throw refused('providerId', 'Only what is collected by direct debit can be taken back before it is paid.', 409)
  if (state !== 'waiting' && state !== 'pending_submission')
    throw refused('paymentId', `It is too late: the payment is ${nameOf(state).toLowerCase()}.`, 409)
  const isAtProvider = sentAt !== null
  if (!row.requestedAt) {
    const cancelled = isAtProvider ? { cancel_requested_at: now, problem: '' } : { state: 'cancelled' }
    await tx.updateTable('external_payment').set(cancelled).where('id', '=', paymentId).execute()
    if (isAtProvider) await enqueue(job.cancelPayment, { paymentId })
    else
      await tx
        .insertInto('external_payment_change')
        .values({ external_payment_id: paymentId, club_id: clubId, member_id: memberId, state: 'cancelled', at: now })
        .execute()
  }
  audit({
    ...{ clubId, memberId, subject: 'external_payment', subjectId: paymentId },
    before: { state: nameOf(state), amount: pounds(row.pence) },
    after: { state: isAtProvider ? 'To be cancelled' : nameOf('cancelled') },
  })
  return { memberId, paymentId }
}

const refused = (field: string, message: string, status = 400) => new Refused(status, message, { [field]: [message] })
