import * as z from 'zod/mini'
import { date, timeOfDay } from './calendar.ts'
import { get, id, idText, post, queryBoolean } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { admin, club, member, orNew, product, treeProduct, treeProductCategory, treeProductVariant } from './guards.ts'
import { archived, count, named, owned } from './shop-fields.ts'
import { vatCodeId } from './vat.ts'
import { isWebAddress } from './web-address.ts'
import { written, writtenLines } from './written.ts'

/** Pounds, in whole pence. */
const price = z.number({ error: 'Give an amount in pounds' }).check(
  z.gte(0, { error: 'Should not be below £0' }),
  z.lte(100_000, { error: 'At most £100,000' }),
  z.refine(pounds => Math.abs(pounds * 100 - Math.round(pounds * 100)) < 1e-6, { error: 'At most two decimals' }),
)

export const productColumns = columns({
  productName: { type: 'string', title: 'Product' },
  categoryName: { type: 'string', title: 'Category' },
  productCode: { type: 'string', title: 'Code' },
  currentPrice: { type: 'number', title: 'Price' },
  onHand: { type: 'number', title: 'In stock' },
  isLow: { type: 'boolean', title: 'Low on stock' },
  promised: { type: 'number', title: 'Pre-ordered' },
  clubName: { type: 'string', title: 'Of' },
  isArchived: { type: 'boolean', title: 'Archived' },
})

export const Product = z.object({
  productId: id,
  ...owned,
  categoryId: id,
  categoryName: z.string(),
  productName: z.string(),
  productCode: z.string(),
  currentPrice: z.number(),
  availableFrom: z.nullable(date),
  availableTo: z.nullable(date),
  ...archived,
  /** Can it be sold today: neither archived, nor its category, and within its dates. */
  isOffered: z.boolean(),
  keepsStock: z.boolean(),
  allowPreOrder: z.boolean(),
  /** Of all variants together, on the shelf of the club that asks; null where there is no stock to keep. */
  onHand: z.nullable(z.int()),
  /** Pre-ordered there and not handed out yet. */
  promised: z.int(),
  /** Of the product, or of one of its variants, there is as little as its low-stock mark or less. */
  isLow: z.boolean(),
})

export const getProducts = get('/api/club/GetProducts/:clubId', {
  summary: 'The products that a club can sell, its own and those of the clubs above it, with its own stock, as a grid.',
  access: club('clubId'),
  input: { ...gridInput, includeArchived: z.optional(queryBoolean) },
  output: gridPage(Product),
})

/** What lies on a club's shelf of a product and variant. */
export const StockLevel = z.object({
  /** Null: the product without a variant. */
  variantId: z.nullable(id),
  variantName: z.string(),
  onHand: z.int(),
  promised: z.int(),
  /** What can be sold now: what is there less what is spoken for; never below 0. */
  free: z.int(),
  isLow: z.boolean(),
})

export const FullProduct = z.extend(Product, {
  version: z.int(),
  /** Pounds; what the club pays for it. */
  currentCost: z.nullable(z.number()),
  vatCodeId,
  vatCode: z.string(),
  allowDiscount: z.boolean(),
  url: z.string(),
  description: z.string(),
  lowStockAt: z.nullable(z.int()),
  /** Every price it ever had, the present one first. `since`: ISO 8601, UTC. */
  prices: z.array(z.object({ price: z.number(), since: z.string(), by: z.string() })),
  /** Of the club that asks. */
  stock: z.array(StockLevel),
})

export const getProduct = get('/api/club/GetProduct/:id', {
  summary: 'A product with its prices so far, as a club sells it: with the stock of that club.',
  access: [treeProduct('id'), club('clubId')],
  input: { clubId: idText },
  output: FullProduct,
})

export const getProductChoices = get('/api/club/GetProductChoices/:clubId', {
  summary: 'What the form of a product chooses from: categories that are not archived.',
  access: club('clubId'),
  output: z.object({
    categories: z.array(z.object({ id, categoryName: z.string(), ...owned })),
  }),
})

const webAddress = z.refine<string>(text => text === '' || isWebAddress(text), {
  error: 'An address such as https://example.org/gi',
})

const productFields = {
  categoryId: id,
  productName: named(200),
  productCode: written(50),
  availableFrom: z.nullable(date),
  availableTo: z.nullable(date),
  currentPrice: price,
  currentCost: z.nullable(price),
  vatCodeId,
  allowDiscount: z.boolean(),
  url: written(500).check(webAddress),
  description: writtenLines(2000),
  keepsStock: z.boolean(),
  lowStockAt: z.nullable(count(0, 'A whole number, or empty')),
  allowPreOrder: z.boolean(),
}

const datesInOrder = ({ availableFrom, availableTo }: { availableFrom: string | null; availableTo: string | null }) =>
  availableFrom === null || availableTo === null || availableFrom <= availableTo

/** What a person edits of a product. */
export const ProductFields = z
  .object({
    ...productFields,
    categoryId: z.pipe(
      z.nullable(id).check(z.refine(value => value !== null, { error: 'Choose a category' })),
      z.transform(value => value ?? 0),
    ),
    currentPrice: z.pipe(
      z.nullable(price).check(z.refine(value => value !== null, { error: 'Give a price, if only £0' })),
      z.transform(value => value ?? 0),
    ),
  })
  .check(z.refine(datesInOrder, { path: ['availableTo'], error: 'Should not be before the first day' }))

export const saveProduct = post('/api/club/SaveProduct/:id', {
  summary:
    'Saves a product of a club (id 0: a new one). Another price is added to its prices so far. What is left out of its ' +
    'stock stays as it was; a new one keeps none.',
  access: [admin(orNew(product('id'))), admin(club('clubId')), treeProductCategory('categoryId')],
  input: {
    clubId: id,
    version: z.optional(z.int()),
    ...productFields,
    keepsStock: z.optional(productFields.keepsStock),
    lowStockAt: z.optional(productFields.lowStockAt),
    allowPreOrder: z.optional(productFields.allowPreOrder),
  },
  output: z.object({ productId: id, version: z.int() }),
})

export const deleteProduct = post('/api/club/DeleteProduct/:id', {
  summary: 'Deletes a product that was never sold or counted; otherwise refuses and says why.',
  access: admin(product('id')),
  output: z.object({ productId: id }),
})

export const archiveProduct = post('/api/club/ArchiveProduct/:id', {
  summary: 'Takes a product out of what is offered, or puts it back.',
  access: admin(product('id')),
  input: archived,
  output: z.object({ productId: id, ...archived }),
})

const search = z.optional(z.string().check(z.maxLength(200)))

/** A product as it is offered to a member. */
export const AvailableProduct = z.object({
  productId: id,
  /** Of the club that has made it. */
  clubId: id,
  categoryId: id,
  categoryName: z.string(),
  productName: z.string(),
  productCode: z.string(),
  description: z.string(),
  currentPrice: z.number(),
  allowDiscount: z.boolean(),
  keepsStock: z.boolean(),
  allowPreOrder: z.boolean(),
  /** Null where there is no stock to keep; of all variants together where there are any. */
  free: z.nullable(z.int()),
  /** Empty: it has none. Otherwise one has to be chosen. */
  variants: z.array(z.object({ variantId: id, variantName: z.string(), free: z.nullable(z.int()) })),
})

export const getAvailableProducts = get('/api/member/GetAvailableProducts/:id', {
  summary:
    'What a member can be sold today, by category and name (200 at most): the products of a club of the member and of the ' +
    'clubs above it. Without clubId: of the first of the caller’s clubs he is a member of, an active membership before others.',
  access: [member('id'), club('clubId')],
  input: { searchterm: search, clubId: z.optional(idText) },
  output: z.array(AvailableProduct),
})

/** A reason why something costs a member less, and by how much, in pounds. */
export const PriceCut = z.object({ name: z.string(), amount: z.number() })

export const getProductPrice = get('/api/member/GetProductPrice/:id', {
  summary: 'What one of a product costs a member today: the list price less the discounts that he has, in pounds.',
  access: [member('id'), treeProduct('productId'), treeProductVariant('variantId'), club('clubId')],
  input: { productId: idText, variantId: z.optional(idText), clubId: z.optional(idText) },
  output: z.object({
    productId: id,
    variantId: z.nullable(id),
    /** Of the club that would sell it. */
    clubId: id,
    currentPrice: z.number(),
    price: z.number(),
    discounts: z.array(PriceCut),
    /** Null where there is no stock to keep. */
    free: z.nullable(z.int()),
    allowPreOrder: z.boolean(),
  }),
})

/** A class or event on a day that a member can be charged for. */
export const AvailableEvent = z.object({
  eventId: id,
  eventName: z.string(),
  eventDate: date,
  startTime: timeOfDay,
  classTypeId: z.int(),
  classType: z.string(),
  clubId: id,
  clubName: z.string(),
  /** Pounds. */
  cost: z.number(),
  allowDiscount: z.boolean(),
  /** Null: as many as come. */
  placesLeft: z.nullable(z.int()),
  /** Paid for as a whole, not by the day: the date is its first. */
  isWhole: z.boolean(),
  /** Buying it books the place. */
  isPrebooked: z.boolean(),
  isOver: z.boolean(),
  /** The member has a booking for it, or a charge that was not taken back. */
  isBooked: z.boolean(),
  isCharged: z.boolean(),
})

export const getAvailableEvents = get('/api/member/GetAvailableEvents/:id', {
  summary:
    'Classes and events that cost something, at the caller’s clubs of a member, by date: from four weeks ago to twelve weeks ' +
    'ahead (200 at most). `type` is an id of a class type.',
  access: [member('id'), club('clubId')],
  input: { type: z.optional(idText), searchterm: search, clubId: z.optional(idText) },
  output: z.array(AvailableEvent),
})
