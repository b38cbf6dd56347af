import type { Input } from '@honbu/contract/endpoint.ts'
import type { getAvailableProducts as call } from '@honbu/contract/shop.ts'
import { sql } from 'kysely'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { sellingClub } from './selling-club.ts'

interface Row {
  productId: number
  clubId: number
  categoryId: number
  categoryName: string
  productName: string
  productCode: string
  description: string
  pricePence: number
  allowDiscount: boolean
  keepsStock: boolean
  allowPreOrder: boolean
  free: number | null
  variants: { variantId: number; variantName: string; free: number | null }[]
}

const most = 200

export async function getAvailableProducts({ db, user, now }: Read, input: Input<typeof call>) {
  const { clubId, today } = await sellingClub(db, { user, now }, { memberId: input.id, clubId: input.clubId })
  const wanted = `%${(input.searchterm ?? '')
    .trim()
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<Row>`
    select product.id as "productId", product.club_id as "clubId", category.id as "categoryId",
      category.name::text as "categoryName", product.name as "productName", product.code::text as "productCode",
      product.description, product.current_price_pence as "pricePence", product.allow_discount as "allowDiscount",
      product.keeps_stock as "keepsStock", product.allow_pre_order as "allowPreOrder",
      case when keeps_stock then coalesce(parts.free, plain.free, 0) end as free,
      coalesce(parts.variants, '[]') as variants
    from product
    join product_category category on category.id = product.category_id
    left join lateral (
      select sum(free)::integer as free, json_agg(json_build_object('variantId', id, 'variantName', name,
        'free', case when product.keeps_stock then free end) order by position, name, id) as variants
      from (
        select variant.id, variant.name, variant.position, greatest(coalesce(on_hand - promised, 0), 0) as free
        from product_variant variant
        left join stock_level level on level.club_id = ${clubId} and level.product_id = product.id
          and level.variant_id = variant.id
        where variant.product_category_id = category.id and variant.archived_at is null
          and variant.club_id in (select club_id from club_and_above(${clubId}))
      ) one
    ) parts on true
    left join lateral (
      select greatest(on_hand - promised, 0) as free from stock_level
      where stock_level.club_id = ${clubId} and product_id = product.id and variant_id is null
    ) plain on true
    where product.club_id in (select club_id from club_and_above(${clubId}))
      and product.archived_at is null and category.archived_at is null
      and coalesce(available_from <= ${today}, true) and coalesce(available_to >= ${today}, true)
      and (product.name ilike ${wanted} or product.code ilike ${wanted} or category.name ilike ${wanted})
    order by category.name, product.name, product.id limit ${most}`.execute(db)
  return rows.map(({ pricePence, ...row }) => ({ ...row, currentPrice: pounds(pricePence) }))
}
