import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { ask, get, id, idText, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { club, klass, may, member, order, orderLine, treeProduct, treeProductVariant } from './guards.ts'
import { photoAddress } from './photo-address.ts'
import { PriceCut } from './shop.ts'
import { VatSum } from './vat.ts'
import { written, writtenLines, writtenOrNull } from './written.ts'

const name = z.string()

export const getOrderChoices = get('/api/member/GetOrderChoices/:id', {
  summary:
    'What an order for a member can be made of: at which of the caller’s clubs, for whom (the member, and linked members of ' +
    'that club), how it is paid, and who may want the receipt. Without clubId: the first club, an active membership before others.',
  access: [member('id'), club('clubId')],
  input: { clubId: z.optional(idText) },
  output: z.object({
    clubId: id,
    clubName: name,
    clubs: z.array(z.object({ clubId: id, clubName: name })),
    members: z.array(
      z.object({
        memberId: id,
        name,
        code: name,
        photoUrl: z.nullable(photoAddress),
        /** 'Brother', for example; empty for the member himself. */
        relationship: name,
        /** Pounds at this club; below zero is owed. */
        balance: z.number(),
      }),
    ),
    paymentMethods: z.array(z.object({ id, name })),
    /** E-mail addresses of the member and the guardians. */
    recipients: z.array(z.object({ name, email: name })),
  }),
})

const quantity = z
  .int({ error: 'A whole number from 1' })
  .check(z.gte(1, { error: 'At least 1' }), z.lte(1000, { error: 'At most 1,000' }))

/** One of a basket: for whom, and either a product (in a variant) or an event on a day. */
const NewOrderLine = z.object({
  memberId: id,
  productId: z.optional(z.nullable(id)),
  variantId: z.optional(z.nullable(id)),
  eventId: z.optional(z.nullable(id)),
  eventDate: z.optional(z.nullable(date)),
  quantity: z._default(quantity, 1),
})

const basket = {
  clubId: id,
  lines: z
    .array(NewOrderLine)
    .check(
      z.minLength(1, { error: 'Put something into the basket' }),
      z.maxLength(100, { error: 'At most 100 lines' }),
    ),
  /** What the member says to get a discount. */
  code: z._default(writtenOrNull(40), null),
}

const basketAccess = [
  member('id'),
  club('clubId'),
  member('lines.memberId'),
  treeProduct('lines.productId'),
  treeProductVariant('lines.variantId'),
  klass('lines.eventId'),
] as const

/** What a line of a basket would cost, in pounds for the whole quantity. */
export const QuotedLine = z.object({
  label: z.string(),
  fullPrice: z.number(),
  price: z.number(),
  discounts: z.array(PriceCut),
  /** Of the quantity, how much is to be handed out when it comes. */
  preOrdered: z.int(),
  /** Why it cannot be sold; empty: it can. */
  problem: z.string(),
})

export const quoteOrder = ask('/api/member/QuoteOrder/:id', {
  summary:
    'What a basket would cost now, line by line with the discounts and why a line cannot be sold; changes nothing.',
  access: basketAccess,
  input: basket,
  output: z.object({
    lines: z.array(QuotedLine),
    total: z.number(),
    /** What the members have in credit and would pay of it. */
    credit: z.number(),
    /** What is left to pay. */
    due: z.number(),
    /** Why the code that was said takes nothing off; empty: it does, or none was said. */
    codeProblem: z.string(),
  }),
})

const amount = z.number({ error: 'Give an amount in pounds' }).check(
  z.gte(0.01, { error: 'More than nothing' }),
  z.lte(1_000_000, { error: 'At most £1,000,000' }),
  z.refine(pounds => Math.abs(pounds * 100 - Math.round(pounds * 100)) < 1e-6, { error: 'At most two decimals' }),
)

export const placeOrder = post('/api/member/PlaceOrder/:id', {
  summary:
    'Sells a basket in one go, all or nothing: charges, stock, bookings of prebooked classes, payments. What is not paid is ' +
    'owed. Refused 409 when something is sold out, or costs other than `total`, which is what was shown.',
  access: [...basketAccess, may('takePayments', club('clubId'))],
  input: {
    ...basket,
    /** Pounds, as the quote said. */
    total: z.number(),
    /** What is paid now, in several ways where they like; none: all of it is owed. */
    payments: z
      .array(z.object({ paymentMethodId: z.int(), amount, reference: z._default(written(100), '') }))
      .check(z.maxLength(10)),
    /** The receipt goes there; null: nowhere. */
    receiptTo: z._default(z.nullable(z.email({ error: 'An e-mail address' }).check(z.maxLength(254))), null),
  },
  output: z.object({ orderId: id }),
})

export const OrderLine = z.object({
  orderLineId: id,
  memberId: id,
  memberName: name,
  productId: z.nullable(id),
  variantId: z.nullable(id),
  eventId: z.nullable(id),
  eventDate: z.nullable(date),
  label: z.string(),
  quantity: z.int(),
  fullPrice: z.number(),
  price: z.number(),
  discounts: z.array(PriceCut),
  preOrdered: z.int(),
  /** ISO 8601, UTC; null: not, or there is nothing to hand out. */
  handedOutAt: z.nullable(z.string()),
  transactionId: z.nullable(id),
  /** '20% VAT'; empty: the club wasn't registered. */
  vatRate: z.string(),
  /** Pounds of it that are still owed. */
  outstanding: z.number(),
  /** Of the quantity, how many came back, and the pounds of the price that were theirs. */
  returnedQuantity: z.int(),
  returnedAmount: z.number(),
  /** When the last of it came back. */
  returnedAt: z.nullable(z.string()),
  returnReason: z.string(),
})

/** An order, which is its own receipt. */
export const Order = z.object({
  orderId: id,
  clubId: id,
  clubName: z.string(),
  clubAddress: z.string(),
  memberId: id,
  memberName: z.string(),
  orderedOn: date,
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  servedBy: z.string(),
  lines: z.array(OrderLine),
  total: z.number(),
  payments: z.array(
    z.object({
      paymentId: id,
      paymentMethod: z.string(),
      reference: z.string(),
      amount: z.number(),
      /** Pounds of it that were given back since. */
      returned: z.number(),
    }),
  ),
  paid: z.number(),
  outstanding: z.number(),
  /** Empty without VAT. */
  vatNumber: z.string(),
  /** What of the total is VAT, by rate. */
  vat: z.array(VatSum),
})

export const getOrder = get('/api/member/GetOrder/:id', {
  summary: 'An order of a member with its lines, what was paid, and what of it was handed out or brought back since.',
  access: [member('id'), order('orderId')],
  input: { orderId: idText },
  output: Order,
})

export const orderColumns = columns({
  orderedOn: { type: 'date', title: 'Date' },
  description: { type: 'string', title: 'What' },
  clubName: { type: 'string', title: 'Club' },
  total: { type: 'number', title: 'Total' },
})

export const getOrders = get('/api/member/GetOrders/:id', {
  summary:
    "The orders at the caller's clubs that a member made, or that hold a line for him, the latest first, as a grid.",
  access: member('id'),
  input: gridInput,
  output: gridPage(
    z.object({
      orderId: id,
      memberId: id,
      orderedOn: date,
      description: z.string(),
      clubName: z.string(),
      total: z.number(),
    }),
  ),
})

export const getOrderReceipt = get('/api/member/GetOrderReceipt/:id', {
  summary: 'The receipt of an order: a PDF as base64.',
  access: [member('id'), order('orderId')],
  input: { orderId: idText },
  output: z.object({ fileName: z.string(), contentType: z.literal('application/pdf'), base64: z.string() }),
})

const receiptTo = z.email({ error: 'An e-mail address' }).check(z.maxLength(254, { error: 'At most 254 characters' }))

/** To whom a receipt is sent. */
export const ReceiptFields = z.object({ receiptTo })

export const emailOrderReceipt = post('/api/member/EmailOrderReceipt/:id', {
  summary: 'Sends the receipt of an order by e-mail, with the PDF.',
  access: [member('id'), order('orderId')],
  input: { orderId: id, receiptTo },
  output: z.object({ orderId: id }),
})

const reason = writtenLines(500).check(z.minLength(1, { error: 'Say why' }))

/** Why a line is taken back, and what becomes of the money. */
export const ReturnFields = z.object({ quantity, reason, giveBack: z.boolean() })

export const returnOrderLine = post('/api/member/ReturnOrderLine/:id', {
  summary:
    'Takes a line of an order back, or so many of it: the charge is reversed, or credited by their share of the price (the ' +
    'last ones get what is left of it), what was taken goes back on the shelf, a booking that is still to come is cancelled. ' +
    'What was paid for it is credit, or with `giveBack` returned from the payments of the order.',
  access: [member('id'), may('giveCredit', orderLine('orderLineId'))],
  input: {
    orderLineId: id,
    /** How many come back; left out: all that have not yet. */
    quantity: z.optional(quantity),
    reason,
    giveBack: z.boolean(),
  },
  output: z.object({
    orderLineId: id,
    /** Pounds that were returned. */
    givenBack: z.number(),
  }),
})

export const handOutColumns = columns({
  orderedOn: { type: 'date', title: 'Ordered' },
  memberName: { type: 'string', title: 'For' },
  label: { type: 'string', title: 'What' },
  preOrdered: { type: 'number', title: 'How many' },
  onHand: { type: 'number', title: 'In stock' },
  outstanding: { type: 'number', title: 'Still owed' },
})

export const getHandOuts = get('/api/club/GetHandOuts/:clubId', {
  summary: 'What a club has sold ahead and not handed out yet, the oldest first, as a grid.',
  access: club('clubId'),
  input: gridInput,
  output: gridPage(
    z.object({
      orderLineId: id,
      orderId: id,
      orderedOn: date,
      memberId: id,
      memberName: z.string(),
      label: z.string(),
      preOrdered: z.int(),
      onHand: z.int(),
      outstanding: z.number(),
    }),
  ),
})

export const handOutOrderLine = post('/api/club/HandOutOrderLine/:id', {
  summary:
    'Hands out what was sold ahead (id: of the line). Asked twice, it happens once; refused while it is not there.',
  access: orderLine('id'),
  output: z.object({ orderLineId: id, handedOutAt: z.string() }),
})
