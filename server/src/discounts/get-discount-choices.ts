import type { getDiscountChoices as call } from '@honbu/contract/discounts.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { subFrequency } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'

type Choices = Output<typeof call>

interface Row {
  kind: keyof Choices
  id: number
  name: string
  pence: number | null
  allowDiscount: boolean
}

/** In one query; a club's code stands behind what is not the asking club's own. */
export async function getDiscountChoices({ db, now }: Read, { clubId }: Input<typeof call>): Promise<Choices> {
  const { rows } = await sql<Row>`
    with above as (select club_id from club_and_above(${clubId})),
    below as (select club_id from club_and_below(${clubId})),
    near as (select club_id from above union select club_id from below)
    select kind, found.id, found.pence, "allowDiscount",
      case when found.club_id = ${clubId} or kind = 'clubs' then found.name
        else found.name || ' [' || club.code || ']' end as name
    from (${sql.join(sources(now), sql` union all `)}) found
    join near on near.club_id = found.club_id
    join club on club.id = found.club_id
    where kind <> 'clubs' or found.club_id in (select club_id from below)
    order by case when kind = 'clubs' and found.id = ${clubId} then 0 else 1 end, found.name, found.id`.execute(db)
  const of = (kind: keyof Choices) => rows.filter(row => row.kind === kind)
  const named = (kind: keyof Choices) => of(kind).map(({ id, name }) => ({ id, name }))
  const priced = (kind: keyof Choices) =>
    of(kind).map(({ id, name, pence, allowDiscount }) => ({
      id,
      name,
      allowDiscount,
      price: pence === null ? null : pounds(pence),
    }))
  return {
    trainingPlans: priced('trainingPlans'),
    productCategories: named('productCategories'),
    products: priced('products'),
    classes: priced('classes'),
    categories: named('categories'),
    tags: named('tags'),
    clubs: named('clubs'),
  }
}

/** Nothing that is archived, no class that has ended or costs nothing. */
const sources = (now: Date): RawBuilder<unknown>[] => [
  sql`select 'trainingPlans' as kind, id, name, club_id, true as "allowDiscount", (
        select price_pence from training_plan_price where training_plan_id = training_plan.id
        order by sub_frequency_id <> ${subFrequency.monthly}, sub_frequency_id limit 1
      ) as pence from training_plan where archived_at is null`,
  sql`select 'productCategories', id, name::text, club_id, true, null from product_category where archived_at is null`,
  sql`select 'products', id, name, club_id, allow_discount, current_price_pence from product where archived_at is null`,
  sql`select 'classes', class.id, class_name, club_id, allow_discount, cost_pence
      from class join club held on held.id = class.club_id
      where cost_pence > 0 and (end_date is null or end_date >= (${now}::timestamptz at time zone held.time_zone)::date)`,
  sql`select 'categories', id, name, club_id, true, null from member_category`,
  sql`select 'tags', id, name::text, club_id, true, null from tag`,
  sql`select 'clubs', id, name, id, true, null from club`,
]
