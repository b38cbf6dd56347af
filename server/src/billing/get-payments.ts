import type * as call from '@honbu/contract/billing.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
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
      payment.payment_method_id as "paymentMethodId", coalesce(lookup.name, '') as "paymentMethod", settled.allocations
    from payment
    join club on club.id = payment.club_id
    left join lookup on lookup.id = payment.payment_method_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('transactionId', charge.id, 'description', charge.description,
        'pence', allocation.amount_pence) order by charge.id), '[]') as allocations
      from allocation join charge on charge.id = allocation.charge_id where allocation.payment_id = payment.id
    ) settled
    where payment.member_id = ${id} and payment.club_id = any(${[...user.clubs.keys()]}) and ${ofOne}
    order by payment.payment_date desc, payment.id desc
    limit ${mostShown}`.execute(db)
  return rows.map(({ pence, allocations, ...row }) => ({
    ...row,
    amount: pounds(pence),
    allocations: allocations.map(({ pence, ...allocation }) => ({ ...allocation, amount: pounds(pence) })),
  }))
}
