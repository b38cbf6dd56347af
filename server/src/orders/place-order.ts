import type { Input } from '@honbu/contract/endpoint.ts'
import { currency } from '@honbu/contract/format.ts'
import { transactionCategory } from '@honbu/contract/ids.ts'
import type { placeOrder as call } from '@honbu/contract/orders.ts'
import { type Price, pricesToCharge, recordUses } from '../discounts/index.ts'
import { lockAccounts, postCharges } from '../ledger/index.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { type BasketLine, findLine, priceQuestion, requireBuyers, type Seller } from './basket.ts'
import { alreadyCharged } from './quote-order.ts'
import { bookAll, takeAll } from './take-goods.ts'
import { requireDeskMethods, takePayments } from './take-payments.ts'

/**
 * Sells a basket: all of it, or nothing. What is locked is locked in one order by everybody: the shelves, the days of
 * classes, the members, the discounts that are limited.
 */
export async function placeOrder(write: Write, input: Input<typeof call>) {
  const { tx, user, now, audit, enqueue } = write
  const { id: memberId, clubId, code, payments, receiptTo } = input
  const seller = await requireBuyers(tx, write, input)
  await requireDeskMethods(tx, payments)
  const lines: BasketLine[] = []
  for (const [index, line] of input.lines.entries()) lines.push(await findLine(tx, seller, line, index))
  refuseTwice(lines)

  const { id: orderId } = await tx
    .insertInto('member_order')
    .values({
      club_id: clubId,
      root_club_id: seller.rootClubId,
      member_id: memberId,
      ordered_on: seller.today,
      account_id: user.accountId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fromShelf = await takeAll(write, { clubId, orderId, lines })
  const bookings = await bookAll(write, lines)
  const prices = await pricesToCharge(
    tx,
    lines.map(line => priceQuestion(line, { clubId, today: seller.today, code })),
  )
  const total = prices.reduce((sum, { pence }) => sum + pence, 0)
  if (total !== Math.round(input.total * 100))
    throw refused('total', `It costs ${currency(pounds(total))} now. Look at the basket again.`)

  await lockAccounts(tx, [...new Set(lines.map(line => line.memberId))])
  await refuseCharged(tx, lines)
  const chargeIds = await chargeAll(write, { seller, lines, prices })
  const rows = lines.map((line, index) => ({
    order_id: orderId,
    club_id: clubId,
    root_club_id: seller.rootClubId,
    member_id: line.memberId,
    product_id: line.goods?.productId ?? null,
    variant_id: line.goods?.variantId ?? null,
    event_id: line.event?.eventId ?? null,
    event_date: line.event?.eventDate ?? null,
    label: line.label,
    quantity: line.quantity,
    full_pence: line.fullPence,
    pence: prices[index]?.pence ?? 0,
    discounts: JSON.stringify(prices[index]?.discounts.map(({ name, pence }) => ({ name, pence })) ?? []),
    taken: fromShelf.get(line)?.taken ?? 0,
    pre_ordered: fromShelf.get(line)?.preOrdered ?? 0,
    charge_id: chargeIds[index] ?? null,
    booking_id: bookings.get(line) ?? null,
  }))
  const made = await tx.insertInto('order_line').values(rows).returning('id').execute()
  await recordUses(
    tx,
    lines.flatMap((line, index) =>
      (prices[index]?.discounts ?? []).map(({ discountId, pence }) => ({
        discountId,
        memberId: line.memberId,
        clubId,
        chargeId: chargeIds[index] ?? null,
        orderLineId: made[index]?.id ?? null,
        pence,
      })),
    ),
  )
  await takePayments(write, { seller, orderId, payments, lines, chargeIds })

  audit({
    clubId,
    memberId,
    subject: 'member_order',
    subjectId: orderId,
    before: null,
    after: {
      total: pounds(total),
      lines: lines.map(({ label, quantity }) => (quantity === 1 ? label : `${quantity} × ${label}`)),
      paid: pounds(payments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)),
    },
  })
  if (receiptTo) await enqueue('send-receipt', { orderId, to: receiptTo })
  return { orderId }
}

/** The same day of the same class for the same member. */
function refuseTwice(lines: readonly BasketLine[]) {
  const seen = new Set<string>()
  for (const { event, memberId, field, label } of lines) {
    if (!event) continue
    const key = `${memberId} ${event.eventId} ${event.eventDate}`
    if (seen.has(key)) throw refused(field, `${label} is in the basket twice for one member.`)
    seen.add(key)
  }
}

/** With the accounts locked: of two who charge the same day for a member, the second sees the first. */
async function refuseCharged(tx: Write['tx'], lines: readonly BasketLine[]) {
  for (const { event, memberId, field, label } of lines) {
    if (!event) continue
    const charged = await tx
      .selectFrom('standing_charge')
      .select('id')
      .where('event_id', '=', event.eventId)
      .$if(!event.isWhole, query => query.where('held_on', '=', event.eventDate))
      .where('member_id', '=', memberId)
      .where('amount_pence', '>', 0)
      .executeTakeFirst()
    if (charged) throw refused(field, `${label}: ${alreadyCharged}`)
  }
}

interface Charging {
  readonly seller: Seller
  readonly lines: readonly BasketLine[]
  readonly prices: readonly Price[]
}

/** A charge a line, by the line's place; none for what is free. */
async function chargeAll({ tx, user }: Write, { seller, lines, prices }: Charging): Promise<(number | null)[]> {
  const charged = lines.flatMap((line, index) => {
    const { pence = 0 } = prices[index] ?? {}
    return pence > 0 ? [{ line, index, pence }] : []
  })
  const ids = await postCharges(
    tx,
    charged.map(({ line, pence }) => ({
      clubId: seller.clubId,
      memberId: line.memberId,
      pence,
      fullPence: pence < line.fullPence ? line.fullPence : null,
      transactionDate: seller.today,
      dueOn: seller.today,
      description: line.quantity === 1 ? line.label : `${line.quantity} × ${line.label}`,
      categoryId: line.goods ? transactionCategory.product : transactionCategory.event,
      eventId: line.event?.eventId ?? null,
      eventDate: line.event?.eventDate ?? null,
      productId: line.goods?.productId ?? null,
      accountId: user.accountId,
    })),
  )
  const byLine: (number | null)[] = lines.map(() => null)
  for (const [place, { index }] of charged.entries()) byLine[index] = ids[place] ?? null
  return byLine
}

const refused = (field: string, message: string) => new Refused(409, message, { [field]: [message] })
