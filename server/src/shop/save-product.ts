import type { Input } from '@honbu/contract/endpoint.ts'
import type { saveProduct as call } from '@honbu/contract/shop.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { givenFields } from '../platform/given-fields.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { readProduct } from './get-products.ts'
import { requireAbove, rootOf } from './rows.ts'

const messages = {
  product_code: ['productCode', 'This club has a product with that code already.'],
  product_available: ['availableTo', 'Should not be before the first day.'],
} as const

export async function saveProduct(write: Write, input: Input<typeof call>) {
  const { id, clubId, version, ...given } = input
  const { tx, user, now, audit } = write
  const before = id === 0 ? null : await lockProduct(write, { id, clubId, version })
  const { keepsStock, lowStockAt, allowPreOrder } = before ?? noStock
  const fields = { keepsStock, lowStockAt, allowPreOrder, ...givenFields(given) }
  const message = 'Choose a category of this club or of one above it.'
  await requireAbove(tx, 'product_category', { id: fields.categoryId, clubId, field: 'categoryId', message })
  if (before && before.categoryId !== fields.categoryId && (await hasVariantsSold(tx, id)))
    throw refused(409, 'categoryId', 'Variants of this product were sold or counted, so it stays in its category.')
  const pence = Math.round(fields.currentPrice * 100)
  const values = {
    category_id: fields.categoryId,
    name: fields.productName,
    code: fields.productCode,
    available_from: fields.availableFrom,
    available_to: fields.availableTo,
    current_price_pence: pence,
    current_cost_pence: fields.currentCost === null ? null : Math.round(fields.currentCost * 100),
    vat_code_id: fields.vatCodeId,
    allow_discount: fields.allowDiscount,
    url: fields.url,
    description: fields.description,
    keeps_stock: fields.keepsStock,
    low_stock_at: fields.keepsStock ? fields.lowStockAt : null,
    allow_pre_order: fields.keepsStock && fields.allowPreOrder,
  }
  const tree = { club_id: clubId, root_club_id: await rootOf(tx, clubId) }
  const saved = await refuseOn(messages, () =>
    before
      ? tx
          .updateTable('product')
          .set({ ...values, version: before.version + 1 })
          .where('id', '=', id)
          .returning(['id as productId', 'version'])
          .executeTakeFirstOrThrow()
      : tx
          .insertInto('product')
          .values({ ...values, ...tree })
          .returning(['id as productId', 'version'])
          .executeTakeFirstOrThrow(),
  )
  if (before?.currentPrice !== pounds(pence))
    await tx
      .insertInto('product_price')
      .values({ ...tree, product_id: saved.productId, price_pence: pence, since: now, account_id: user.accountId })
      .execute()
  audit({
    clubId,
    subject: 'product',
    subjectId: saved.productId,
    before: before && shown(before),
    after: { ...fields },
  })
  return saved
}

const noStock = { keepsStock: false, lowStockAt: null, allowPreOrder: false }

type Product = Awaited<ReturnType<typeof readProduct>>

/** What stands in the audit: what a person edits. */
const shown = ({ prices: _prices, stock: _stock, onHand: _onHand, promised: _promised, ...fields }: Product) => fields

async function lockProduct({ tx, now }: Write, given: Pick<Input<typeof call>, 'id' | 'clubId' | 'version'>) {
  const { id, clubId, version } = given
  const row = await tx
    .selectFrom('product')
    .select('club_id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.club_id !== clubId) throw refused(400, 'clubId', 'This product belongs to another club.')
  const current = () => readProduct(tx, { id, clubId, now })
  const product = await current()
  await checkVersion(tx, { subject: 'product', subjectId: id, is: product.version, given: version, current })
  return product
}

async function hasVariantsSold(tx: Write['tx'], id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from stock_level where product_id = ${id} and variant_id is not null limit 1`.execute(tx)
  return rows.length > 0
}

const refused = (status: number, field: string, message: string) => new Refused(status, message, { [field]: [message] })
