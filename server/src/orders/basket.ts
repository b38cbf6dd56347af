import type { Input } from '@honbu/contract/endpoint.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import type { quoteOrder as call } from '@honbu/contract/orders.ts'
import type { PriceQuestion } from '../discounts/index.ts'
import type { User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import { type EventOffer, type Goods, questionOf, requireEvent, requireGoods, sellingClub } from '../shop/index.ts'
import { familyOf } from './family.ts'

export type BasketInput = Pick<Input<typeof call>, 'id' | 'clubId' | 'lines' | 'code'>

/** A line of a basket, found: what it is and what it costs before discounts. */
export type BasketLine = {
  readonly memberId: number
  readonly quantity: number
  readonly label: string
  /** Where a refusal stands: `lines.3.productId`. */
  readonly field: string
  readonly fullPence: number
} & ({ readonly goods: Goods; readonly event: null } | { readonly goods: null; readonly event: EventOffer })

export type Seller = Awaited<ReturnType<typeof sellingClub>>

/** The club that sells, and who of the family may buy there. @throws Refused 400 for a member who may not */
export async function requireBuyers(
  db: Db,
  context: { readonly user: User; readonly now: Date } & Pick<Read, 'files'>,
  { id: memberId, clubId, lines }: BasketInput,
): Promise<Seller> {
  const seller = await sellingClub(db, context, { memberId, clubId })
  const others = [...new Set(lines.map(line => line.memberId))].filter(id => id !== memberId)
  if (others.length === 0) return seller
  const family = await familyOf({ ...context, db }, memberId)
  for (const other of others) {
    if (!family.has(other)) throw refusedMember('A basket is for a member and his or her family.')
    await sellingClub(db, context, { memberId: other, clubId }).catch(() => {
      throw refusedMember(`Somebody in the basket does not belong to ${seller.clubName}.`)
    })
  }
  return seller
}

const refusedMember = (message: string) => new Refused(400, message, { 'lines.memberId': [message] })

/** What a line is. @throws Refused with why it cannot be sold */
export async function findLine(
  db: Db,
  { clubId, today }: Seller,
  line: BasketInput['lines'][number],
  index: number,
): Promise<BasketLine> {
  const { memberId, productId = null, variantId = null, eventId = null, eventDate = null, quantity } = line
  const at = (field: string) => `lines.${index}.${field}`
  if ((productId === null) === (eventId === null))
    throw wrong(at('productId'), 'A product or an event, one of the two.')
  if (productId !== null) {
    const fields = { product: at('productId'), variant: at('variantId') }
    const goods = await requireGoods(db, { clubId, today, productId, variantId, fields })
    const fullPence = goods.pricePence * quantity
    return { memberId, quantity, label: goods.label, field: fields.product, fullPence, goods, event: null }
  }
  const field = at('eventId')
  if (eventId === null || eventDate === null) throw wrong(at('eventDate'), 'Choose the day.')
  if (quantity !== 1) throw wrong(at('quantity'), 'A place for each member.')
  const event = await requireEvent(db, { clubId, today, memberId, eventId, eventDate, field })
  const label = `${event.eventName}, ${mediumDate(eventDate)}`
  return { memberId, quantity, label, field, fullPence: event.pence, goods: null, event }
}

/** What the discounts are asked about a line. */
export function priceQuestion(
  { goods, event, memberId, fullPence }: BasketLine,
  { clubId, today, code }: { readonly clubId: number; readonly today: string; readonly code: string | null },
): PriceQuestion {
  const question = goods
    ? questionOf(goods)
    : ({ kind: 'event', id: event.eventId, allowDiscount: event.allowDiscount } as const)
  return { ...question, clubId, memberId, pence: fullPence, code, today }
}

const wrong = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
