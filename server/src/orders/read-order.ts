import type { Output } from '@honbu/contract/endpoint.ts'
import type { getOrder } from '@honbu/contract/orders.ts'
import { vatRateWords } from '@honbu/contract/vat.ts'
import { writeVatNumber } from '@honbu/contract/vat-number.ts'
import { sql } from 'kysely'
import { vatSums } from '../ledger/index.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'

export type OrderRecord = Output<typeof getOrder>

interface Head {
  orderId: number
  clubId: number
  clubName: string
  clubAddress: string
  memberId: number
  memberName: string
  orderedOn: string
  createdAt: Date
  servedBy: string
  vatNumber: string
}

interface Line {
  orderLineId: number
  memberId: number
  memberName: string
  productId: number | null
  variantId: number | null
  eventId: number | null
  eventDate: string | null
  label: string
  quantity: number
  fullPence: number
  pence: number
  cuts: { name: string; pence: number }[]
  preOrdered: number
  returnedQuantity: number
  returnedPence: number
  handedOutAt: Date | null
  transactionId: number | null
  openPence: number
  returnedAt: Date | null
  returnReason: string
  vatName: string | null
  vatRate: number | null
  vatPence: number | null
}

/** An order as its receipt shows it; null where there is none. */
export async function readOrder(db: Db, orderId: number): Promise<OrderRecord | null> {
  const { rows: heads } = await sql<Head>`
    select orders.id as "orderId", club.id as "clubId", club.name as "clubName",
      concat_ws(', ', nullif(club.address_line, ''), nullif(club.town, ''), nullif(club.postcode, '')) as "clubAddress",
      orders.member_id as "memberId", trim(person.first_name || ' ' || person.last_name) as "memberName",
      orders.ordered_on as "orderedOn", orders.created_at as "createdAt",
      coalesce(trim(staff.first_name || ' ' || staff.last_name), '') as "servedBy",
      coalesce(vat.number, '') as "vatNumber"
    from member_order orders
    join club on club.id = orders.club_id
    join member on member.id = orders.member_id
    join person on person.id = member.person_id
    left join vat_setting vat on vat.club_id = club.id
    left join account on account.id = orders.account_id
    left join person staff on staff.id = account.person_id
    where orders.id = ${orderId}`.execute(db)
  const [found] = heads
  if (!found) return null
  const { vatNumber, ...head } = found
  const { rows: lines } = await sql<Line>`
    select line.id as "orderLineId", line.member_id as "memberId",
      trim(person.first_name || ' ' || person.last_name) as "memberName", line.product_id as "productId",
      line.variant_id as "variantId", line.event_id as "eventId", line.event_date as "eventDate", line.label,
      line.quantity, line.full_pence as "fullPence", line.pence, line.discounts as cuts,
      case when line.handed_out_at is null then line.pre_ordered - line.returned_quantity + line.returned_taken
        else line.pre_ordered end as "preOrdered", line.returned_quantity as "returnedQuantity",
      line.returned_pence as "returnedPence", line.handed_out_at as "handedOutAt", line.charge_id as "transactionId",
      coalesce(open_charge.pence, 0)::integer as "openPence", line.returned_at as "returnedAt",
      coalesce(line.return_reason, '') as "returnReason", code.name as "vatName", vat.rate as "vatRate",
      vat_within(line.pence - line.returned_pence, vat.rate) as "vatPence"
    from order_line line
    left join charge_vat vat on vat.charge_id = line.charge_id
    left join lookup code on code.id = vat.vat_code_id
    join member on member.id = line.member_id
    join person on person.id = member.person_id
    left join open_charge on open_charge.charge_id = line.charge_id
    where line.order_id = ${orderId} order by line.id`.execute(db)
  const { rows: payments } = await sql<{
    paymentId: number
    paymentMethod: string
    reference: string
    pence: number
    returnedPence: number
  }>`
    select payment.id as "paymentId", coalesce(lookup.name, '') as "paymentMethod", payment.reference,
      payment.amount_pence as pence,
      coalesce((select -sum(amount_pence) from payment back where back.returns_id = payment.id), 0)::integer
        as "returnedPence"
    from order_payment join payment on payment.id = order_payment.payment_id
    left join lookup on lookup.id = payment.payment_method_id
    where order_payment.order_id = ${orderId} order by payment.id`.execute(db)
  const sum = (amounts: readonly number[]) => pounds(amounts.reduce((total, pence) => total + pence, 0))
  const vat = vatSums(lines.map(line => ({ ...line, pence: line.pence - line.returnedPence })))
  return {
    ...head,
    vatNumber: vat.length > 0 ? writeVatNumber(vatNumber) : '',
    vat,
    createdAt: head.createdAt.toISOString(),
    lines: lines.map(({ fullPence, pence, cuts, openPence, returnedPence, handedOutAt, returnedAt, ...row }) => {
      const { vatName, vatRate, vatPence: _, ...line } = row
      return {
        ...line,
        vatRate: vatName === null || vatRate === null ? '' : vatRateWords({ name: vatName, percent: vatRate / 100 }),
        preOrdered: Math.max(line.preOrdered, 0),
        returnedAmount: pounds(returnedPence),
        fullPrice: pounds(fullPence),
        price: pounds(pence),
        discounts: cuts.map(cut => ({ name: cut.name, amount: pounds(cut.pence) })),
        outstanding: pounds(openPence),
        handedOutAt: handedOutAt?.toISOString() ?? null,
        returnedAt: returnedAt?.toISOString() ?? null,
      }
    }),
    payments: payments.map(({ pence, returnedPence, ...payment }) => ({
      ...payment,
      amount: pounds(pence),
      returned: pounds(returnedPence),
    })),
    total: sum(lines.map(({ pence, returnedPence }) => pence - returnedPence)),
    paid: sum(payments.map(({ pence, returnedPence }) => pence - returnedPence)),
    outstanding: sum(lines.map(({ openPence }) => openPence)),
  }
}
