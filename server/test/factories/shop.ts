import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/database.ts'
import { inTree } from './in-tree.ts'

/** Rows of the shop for tests: each makes the parents it is not given. */
export async function createProductCategory(db: Db, { clubId, name = `Category ${randomUUID()}` }: CategoryInput) {
  const values = { ...(await inTree(db, clubId)), name }
  return await db.insertInto('product_category').values(values).returning('id').executeTakeFirstOrThrow()
}

interface CategoryInput {
  clubId: number
  name?: string
}

export async function createVariant(db: Db, { clubId, categoryId, name = `Size ${randomUUID()}` }: VariantInput) {
  const values = { ...(await inTree(db, clubId)), product_category_id: categoryId, name }
  return await db.insertInto('product_variant').values(values).returning('id').executeTakeFirstOrThrow()
}

interface VariantInput extends CategoryInput {
  categoryId: number
}

export async function createProduct(db: Db, { clubId, stock = 0, ...rest }: ProductInput) {
  const tree = await inTree(db, clubId)
  const product = await db
    .insertInto('product')
    .values({
      ...tree,
      category_id: rest.categoryId ?? (await createProductCategory(db, { clubId })).id,
      name: rest.name ?? `Product ${randomUUID().slice(0, 8)}`,
      current_price_pence: rest.pence ?? 2500,
      vat_code_id: 1601,
      keeps_stock: rest.keepsStock ?? true,
      allow_pre_order: rest.allowPreOrder ?? false,
      allow_discount: rest.allowDiscount ?? true,
      low_stock_at: rest.lowStockAt ?? null,
    })
    .returning(['id', 'category_id as categoryId'])
    .executeTakeFirstOrThrow()
  await sql`
    insert into product_price (product_id, club_id, root_club_id, price_pence, since)
    values (${product.id}, ${clubId}, ${tree.root_club_id}, ${rest.pence ?? 2500}, '2026-01-01T09:00Z')`.execute(db)
  if (stock > 0)
    await receive(db, { clubId, productId: product.id, variantId: rest.variantId ?? null, quantity: stock })
  return product
}

interface ProductInput extends CategoryInput {
  categoryId?: number
  variantId?: number
  pence?: number
  stock?: number
  keepsStock?: boolean
  allowPreOrder?: boolean
  allowDiscount?: boolean
  lowStockAt?: number
}

export async function receive(db: Db, { clubId, productId, variantId = null, quantity }: Received) {
  const values = { ...(await inTree(db, clubId)), product_id: productId, variant_id: variantId, quantity }
  await db
    .insertInto('stock_movement')
    .values({ ...values, kind: 'received', moved_at: '2026-05-01T09:00Z' })
    .execute()
}

interface Received {
  clubId: number
  productId: number
  variantId?: number | null
  quantity: number
}

/** An order of one product for nothing; sold ahead where that is said. */
export async function createOrder(
  db: Db,
  { clubId, memberId, productId, variantId = null, isPreOrder = false }: OrderInput,
) {
  const tree = await inTree(db, clubId)
  const order = await db
    .insertInto('member_order')
    .values({ ...tree, member_id: memberId, ordered_on: '2026-05-01', created_at: '2026-05-01T09:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = await db
    .insertInto('order_line')
    .values({
      ...tree,
      order_id: order.id,
      member_id: memberId,
      product_id: productId,
      variant_id: variantId,
      label: 'Cotton gi',
      quantity: 1,
      full_pence: 2500,
      pence: 0,
      taken: isPreOrder ? 0 : 1,
      pre_ordered: isPreOrder ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isPreOrder)
    await sql`
      update stock_level set promised = promised + 1
      where club_id = ${clubId} and product_id = ${productId} and variant_id is not distinct from ${variantId}::bigint`.execute(
      db,
    )
  return { id: order.id, lineId: line.id }
}

interface OrderInput {
  clubId: number
  memberId: number
  productId: number
  variantId?: number | null
  isPreOrder?: boolean
}
