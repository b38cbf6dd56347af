import { type Kysely, sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import type { DiscountRule } from './why-not.ts'

/**
 * The discounts that are meant for these clubs, by club; with `onlyGiven` without those that are switched off. A club
 * without any has no entry.
 */
export async function rulesOfClubs(
  db: Kysely<Tables>,
  clubIds: readonly number[],
  { onlyGiven }: { onlyGiven: boolean },
): Promise<ReadonlyMap<number, readonly DiscountRule[]>> {
  const { rows } = await sql<DiscountRule & { inClubId: number }>`
    select asked.club_id as "inClubId", discount.id as "discountId", discount.name::text as name,
      discount.code::text as code, percent_hundredths as "percentHundredths", amount_pence as "amountPence",
      for_plans as "forPlans", for_products as "forProducts", for_events as "forEvents", family,
      min_age as "minAge", max_age as "maxAge", from_date as "fromDate", until_date as "untilDate",
      max_uses as "maxUses", max_uses_per_member as "maxUsesPerMember", can_combine as "canCombine",
      is_active as "isActive", here.is_off as "isOffHere", chosen.*,
      case when max_uses is null then 0
        else (select count(*) from standing_discount_use where discount_id = discount.id) end as uses
    from unnest(${[...clubIds]}::bigint[]) asked (club_id)
    cross join lateral discounts_in(asked.club_id) here
    join discount on discount.id = here.discount_id
    cross join lateral (
      select ${chosenIds('training_plan_id')} as "trainingPlanIds", ${chosenIds('product_id')} as "productIds",
        ${chosenIds('product_category_id')} as "productCategoryIds", ${chosenIds('class_id')} as "classIds",
        ${chosenIds('category_id')} as "categoryIds", ${chosenIds('tag_id')} as "tagIds"
      from discount_choice where discount_id = discount.id
    ) chosen
    where not ${onlyGiven} or (discount.is_active and not here.is_off)
    order by discount.id`.execute(db)
  return Map.groupBy(rows, ({ inClubId }) => inClubId)
}

const chosenIds = (column: string) =>
  sql`coalesce(array_agg(${sql.ref(column)}) filter (where ${sql.ref(column)} is not null), '{}')`

/** Nobody else uses those that are limited, until the transaction ends. In one order, so that two wait. */
export async function lockLimited(tx: Write['tx'], clubIds: readonly number[]): Promise<void> {
  await sql`
    select id from discount
    where num_nonnulls(max_uses, max_uses_per_member) > 0 and is_active and id in (
      select discount_id from unnest(${[...clubIds]}::bigint[]) asked (club_id)
      cross join lateral discounts_in(asked.club_id)
    )
    order by id for no key update`.execute(tx)
}
