import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'

/** A product, in the variant that is wanted, as a club sells it. */
export interface Goods {
  readonly productId: number
  readonly variantId: number | null
  readonly categoryId: number
  /** 'Cotton gi, 140 cm' */
  readonly label: string
  readonly pricePence: number
  readonly allowDiscount: boolean
  readonly keepsStock: boolean
  readonly allowPreOrder: boolean
}

interface Wanted {
  readonly clubId: number
  readonly today: string
  readonly productId: number
  readonly variantId: number | null
  /** Where a refusal stands; the product's by default. */
  readonly fields?: { readonly product: string; readonly variant: string }
}

interface Row extends Omit<Goods, 'label' | 'variantId'> {
  name: string
  isOffered: boolean
  variants: { id: number; name: string }[]
}

/** @throws Refused 409 when the club does not sell it today, 400 when a variant is missing or is none of the product's */
export async function requireGoods(db: Db, wanted: Wanted): Promise<Goods> {
  const { clubId, today, productId, variantId, fields = { product: 'productId', variant: 'variantId' } } = wanted
  const { rows } = await sql<Row>`
    select product.id as "productId", product.category_id as "categoryId", product.name,
      product.current_price_pence as "pricePence", product.allow_discount as "allowDiscount",
      product.keeps_stock as "keepsStock", product.allow_pre_order as "allowPreOrder",
      product.archived_at is null and category.archived_at is null
        and coalesce(available_from <= ${today}, true) and coalesce(available_to >= ${today}, true) as "isOffered",
      (select coalesce(json_agg(json_build_object('id', variant.id, 'name', variant.name)), '[]')
        from product_variant variant
        where variant.product_category_id = category.id and variant.archived_at is null
          and variant.club_id in (select club_id from club_and_above(${clubId}))) as variants
    from product join product_category category on category.id = product.category_id
    where product.id = ${productId} and product.club_id in (select club_id from club_and_above(${clubId}))`.execute(db)
  const [found] = rows
  if (!found) throw refused(409, fields.product, 'This club does not sell that product.')
  const { name, isOffered, variants, ...goods } = found
  if (!isOffered) throw refused(409, fields.product, `${name} is not sold at the moment.`)
  if (variants.length > 0 && variantId === null)
    throw refused(400, fields.variant, `Choose which ${name}: ${variants.map(each => each.name).join(', ')}.`)
  const variant = variants.find(({ id }) => id === variantId)
  if (variantId !== null && !variant) throw refused(400, fields.variant, `There is no such variant of ${name}.`)
  return { ...goods, variantId, label: variant ? `${name}, ${variant.name}` : name }
}

const refused = (status: number, field: string, message: string) => new Refused(status, message, { [field]: [message] })
