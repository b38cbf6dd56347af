import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

interface Level {
  variantId: number | null
  variantName: string
  onHand: number
  promised: number
  free: number
  isLow: boolean
}

/**
 * What a club has of a product: by variant where its category has any, in their order. Archived variants, and the product
 * without one, only where something is left.
 */
export async function stockOf(db: Db, { clubId, productId }: { clubId: number; productId: number }): Promise<Level[]> {
  const { rows } = await sql<Level>`
    with sold as (select id, category_id, low_stock_at from product where id = ${productId}),
    part as (
      select variant.id as variant_id, variant.name::text as name, variant.position, variant.archived_at is null as is_sold
      from sold
      join product_variant variant on variant.product_category_id = sold.category_id
        and variant.club_id in (select club_id from club_and_above(${clubId}))
      union all
      select null, '', 0, false
    )
    select part.variant_id as "variantId", part.name as "variantName", coalesce(on_hand, 0) as "onHand",
      coalesce(promised, 0) as promised, greatest(coalesce(on_hand, 0) - coalesce(promised, 0), 0) as free,
      coalesce(coalesce(on_hand, 0) - coalesce(promised, 0) <= sold.low_stock_at, false) as "isLow"
    from sold cross join part
    left join stock_level level on level.club_id = ${clubId} and level.product_id = sold.id
      and level.variant_id is not distinct from part.variant_id
    where is_sold or on_hand > 0 or promised > 0
      or part.variant_id is null and not exists (select from part other where other.is_sold)
    order by part.variant_id is null, part.position, part.name, part.variant_id`.execute(db)
  return rows
}
