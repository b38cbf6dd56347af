import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { returnOrderLine as call } from '@honbu/contract/orders.ts'
import { sql } from 'kysely'
import { cancelBooking } from '../bookings/index.ts'
import { endUses } from '../discounts/index.ts'
import { creditPart, openOf, restOf, returnPayment, reverseCharge } from '../ledger/index.ts'
import { demandCredit } from '../platform/access.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { putBack } from '../shop/index.ts'
import { partOfLine } from './part-of-line.ts'

/** Takes a line back, or so many of it: entries that reverse, stock on the shelf again, a booking that is still to come cancelled. */
export async function returnOrderLine(
  write: Write,
  { id, orderLineId, reason, giveBack, ...given }: Input<typeof call>,
) {
  const { tx, user, now, audit } = write
  const line = await lockLine(tx, orderLineId)
  const { clubId, memberId, orderId, label } = line
  if (memberId !== id && line.buyerId !== id) throw refused('orderLineId', 'This line is of another member.')
  if (line.returnedAt) throw refused('orderLineId', `${label} was taken back already.`, 409)
  const on = todayIn(line.timeZone, now)
  const left = line.quantity - line.returnedQuantity
  const quantity = given.quantity ?? left
  if (quantity > left) throw refused('quantity', `Only ${left} of it ${left === 1 ? 'is' : 'are'} left.`, 409)
  const part = partOfLine({ ...line, isHandedOut: line.handedOutAt !== null }, quantity)

  demandCredit(user, clubId, part.pence, 'quantity')
  if (line.productId !== null && part.toShelf + part.notWaited > 0) {
    const shelf = { clubId, productId: line.productId, variantId: line.variantId }
    await putBack(tx, shelf, {
      taken: part.toShelf,
      preOrdered: part.notWaited,
      accountId: user.accountId,
      now,
      note: `Order ${orderId} taken back`,
    })
  }
  if (line.bookingId !== null && part.isLast) await cancelComing(write, line.bookingId)
  let givenBack = 0
  if (line.chargeId !== null) {
    const what = quantity === line.quantity ? label : `${quantity} of ${line.quantity} × ${label}`
    const back = { chargeId: line.chargeId, on, reason: `${what}: ${reason}`, accountId: user.accountId }
    const give = async (pence: number) => {
      if (giveBack) givenBack = await giveBackOf(write, { orderId, memberId, pence, on, reason })
    }
    if (quantity === line.quantity) await give(await reverseWhole(tx, back))
    else if (part.pence > 0) await creditPart(tx, { ...back, pence: part.pence, giveBack: give })
  }
  await tx
    .updateTable('order_line')
    .set({
      returned_quantity: line.returnedQuantity + quantity,
      returned_pence: line.returnedPence + part.pence,
      returned_taken: line.returnedTaken + part.fromTaken,
      ...(part.isLast && { returned_at: now, returned_by: user.accountId, return_reason: reason }),
    })
    .where('id', '=', orderLineId)
    .execute()
  if (part.isLast) await endUses(tx, { orderLineId, at: now })
  audit({
    clubId,
    memberId,
    subject: 'order_line',
    subjectId: orderLineId,
    before: { label, price: pounds(line.pence), quantity: left },
    after: { returned: reason, quantity: left - quantity, givenBack: pounds(givenBack) },
  })
  return { orderLineId, givenBack: pounds(givenBack) }
}

type Back = Parameters<typeof reverseCharge>[1]

/** @returns the pence of it that had been paid */
async function reverseWhole(tx: Write['tx'], back: Back): Promise<number> {
  const paid = (await restOf(tx, back.chargeId)) - (await openOf(tx, back.chargeId))
  await reverseCharge(tx, back)
  return paid
}

async function lockLine(tx: Write['tx'], id: number) {
  return await tx
    .selectFrom('order_line as line')
    .innerJoin('member_order', 'member_order.id', 'line.order_id')
    .innerJoin('club', 'club.id', 'line.club_id')
    .select(['line.club_id as clubId', 'line.order_id as orderId', 'line.member_id as memberId', 'line.label'])
    .select(['line.product_id as productId', 'line.variant_id as variantId', 'line.pence', 'line.taken'])
    .select(['line.pre_ordered as preOrdered', 'line.handed_out_at as handedOutAt', 'line.charge_id as chargeId'])
    .select(['line.booking_id as bookingId', 'line.returned_at as returnedAt', 'club.time_zone as timeZone'])
    .select(['member_order.member_id as buyerId', 'line.quantity', 'returned_quantity as returnedQuantity'])
    .select(['returned_pence as returnedPence', 'returned_taken as returnedTaken'])
    .where('line.id', '=', id)
    .forUpdate('line')
    .executeTakeFirstOrThrow()
}

/** What has been is history: a place that was used stays, and only the money goes back. */
async function cancelComing(write: Write, bookingId: number) {
  try {
    await cancelBooking(write, { id: bookingId })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

interface GivingBack {
  readonly orderId: number
  readonly memberId: number
  readonly pence: number
  readonly on: string
  readonly reason: string
}

/** From the member's payments of this order, the last first: no more than was paid for the line, nor than is left of them. */
async function giveBackOf({ tx, user }: Write, { orderId, memberId, pence, on, reason }: GivingBack): Promise<number> {
  const { rows } = await sql<{ id: number; left: number }>`
    select payment.id, (payment.amount_pence
      + coalesce((select sum(amount_pence) from payment back where back.returns_id = payment.id), 0))::integer as left
    from order_payment join payment on payment.id = order_payment.payment_id
    where order_payment.order_id = ${orderId} and payment.member_id = ${memberId} order by payment.id desc`.execute(tx)
  let rest = pence
  for (const { id: paymentId, left } of rows) {
    const back = Math.min(rest, left)
    if (back <= 0) continue
    await returnPayment(tx, {
      paymentId,
      pence: back,
      on,
      reason: 'refund',
      description: reason,
      accountId: user.accountId,
    })
    rest -= back
  }
  return pence - rest
}

const refused = (field: string, message: string, status = 400) => new Refused(status, message, { [field]: [message] })
