import type * as call from '@honbu/contract/billing.ts'
import { refundStateNames } from '@honbu/contract/billing.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { type Provider, providerNames } from '@honbu/contract/providers.ts'
import { sql } from 'kysely'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'

interface Row {
  paymentId: number
  memberId: number
  clubId: number
  clubName: string
  pence: number
  paymentDate: string
  paymentMethodId: number | null
  paymentMethod: string
  description: string
  reference: string
  returnedPence: number
  returnsId: number | null
  returnReason: 'correction' | 'refund' | 'failed' | 'charged_back' | null
  provider: Provider | null
  refunds: {
    refundId: number
    pence: number
    state: keyof typeof refundStateNames
    cause: string
    description: string
    askedAt: string
  }[]
  allocations: { transactionId: number; description: string; pence: number }[]
}

const mostShown = 500

export async function getPayments({ db, user }: Read, { id, transactionId }: Input<typeof call.getPayments>) {
  const ofOne =
    transactionId === undefined
      ? sql`true`
      : sql`payment.id in (select payment_id from allocation where charge_id = ${transactionId})`
  const { rows } = await sql<Row>`
    select payment.id as "paymentId", payment.member_id as "memberId", club.id as "clubId", club.name as "clubName",
      payment.amount_pence as pence, payment.payment_date as "paymentDate",
      payment.payment_method_id as "paymentMethodId", coalesce(lookup.name, '') as "paymentMethod", settled.allocations,
      payment.description, payment.reference, payment.returns_id as "returnsId", payment.return_reason as "returnReason",
      coalesce((select -sum(amount_pence) from payment back where back.returns_id = payment.id), 0)::integer as "returnedPence",
      case when external.payment_id is not null then account.provider end as provider, coalesce(asked.refunds, '[]') as refunds
    from payment
    join club on club.id = payment.club_id
    -- What came again of a refund that did not reach the payer is refunded as the payment is that it belongs to.
    left join external_refund again on again.restored_id = payment.id
    left join external_payment external on external.payment_id = payment.id or external.id = again.external_payment_id
    left join provider_account account on account.id = external.provider_account_id
    left join lateral (
      select json_agg(json_build_object('refundId', refund.id, 'pence', refund.amount_pence, 'state', refund.state,
        'cause', refund.cause, 'description', refund.description, 'askedAt', refund.created_at) order by refund.id desc) as refunds
      from external_refund refund where refund.external_payment_id = external.id and again.id is null
    ) asked on true
    left join lookup on lookup.id = payment.payment_method_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('transactionId', charge.id, 'description', charge.description,
        'pence', given.pence) order by charge.id), '[]') as allocations
      from (
        select charge_id, sum(amount_pence)::integer as pence from allocation where allocation.payment_id = payment.id
        group by charge_id having sum(amount_pence) <> 0
      ) given join charge on charge.id = given.charge_id
    ) settled
    where payment.member_id = ${id} and payment.club_id = any(${[...user.clubs.keys()]}) and ${ofOne}
    order by payment.payment_date desc, payment.id desc
    limit ${mostShown}`.execute(db)
  return rows.map(({ pence, returnedPence, allocations, provider, refunds, ...row }) => ({
    ...row,
    refundedBy: provider && providerNames[provider],
    refunds: refunds.map(({ pence, askedAt, ...refund }) => ({
      ...refund,
      amount: pounds(pence),
      stateName: refundStateNames[refund.state],
      askedAt: new Date(askedAt).toISOString(),
    })),
    amount: pounds(pence),
    returned: pounds(returnedPence),
    allocations: allocations.map(({ pence, ...allocation }) => ({ ...allocation, amount: pounds(pence) })),
  }))
}
