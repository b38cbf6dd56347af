import type { getDiscount as call, Discount } from '@honbu/contract/discounts.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { type Kysely, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { User } from '../platform/access.ts'
import type { Read } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { figuresOf } from './discount-figures.ts'

type Found = z.infer<typeof Discount>

export const getDiscount = ({ db, user, now }: Read, { id }: Input<typeof call>) => readDiscount(db, { id, user, now })

/** A discount as the form and the view show it; also what a form is told that would save over a newer one. */
export async function readDiscount(db: Kysely<Tables>, { id, user, now }: { id: number; user: User; now: Date }) {
  const clubIds = [...user.clubs.keys()]
  const { percent, amount, state, uses, given, usesInAll } = figuresOf({ now, clubIds })
  const discount = await db
    .selectFrom('discount')
    .innerJoin('club', 'club.id', 'discount.club_id')
    .where('discount.id', '=', id)
    .select(['discount.id as discountId', 'discount.version', 'discount.name', 'discount.code'])
    .select(['discount.club_id as clubId', 'club.name as clubName', 'discount.from_date as fromDate'])
    .select(['discount.until_date as untilDate', 'discount.min_age as minAge', 'discount.max_age as maxAge'])
    .select(['discount.max_uses as maxUses', 'discount.max_uses_per_member as maxUsesPerMember'])
    .select(['discount.can_combine as canCombine', 'discount.is_active as isActive'])
    .select([percent.as('percent'), amount.as('amount'), state.as('state'), uses.as('uses'), given.as('given')])
    .select(usesInAll.as('usesInAll'))
    // The database's checks allow these and no others.
    .select([
      sql<Found['forPlans']>`for_plans`.as('forPlans'),
      sql<Found['forProducts']>`for_products`.as('forProducts'),
      sql<Found['forEvents']>`for_events`.as('forEvents'),
      sql<Found['family']>`family`.as('family'),
      sql<Found['reach']>`reach`.as('reach'),
    ])
    .executeTakeFirstOrThrow()
  return {
    ...discount,
    ...(await chosenOf(db, id)),
    canEdit: user.clubs.get(discount.clubId)?.isAdmin ?? false,
    clubs: await clubsOf(db, { id, user, ownerId: discount.clubId }),
  }
}

type Chosen = Pick<
  Found,
  'trainingPlans' | 'productCategories' | 'products' | 'classes' | 'categories' | 'tags' | 'chosenClubs'
>

/** What was chosen, by name; a club's code stands behind what is not the discount's own club's. */
async function chosenOf(db: Kysely<Tables>, id: number): Promise<Chosen> {
  const { rows } = await sql<{ kind: keyof Chosen; id: number; name: string }>`
    with chosen as (select * from discount_choice where discount_id = ${id})
    select kind, found.id, case when found.club_id = discount.club_id or kind = 'chosenClubs' then found.name
      else found.name || ' [' || club.code || ']' end as name
    from (
      select 'trainingPlans' as kind, plan.id, plan.name, plan.club_id
      from chosen join training_plan plan on plan.id = chosen.training_plan_id
      union all
      select 'productCategories', product_category.id, product_category.name::text, product_category.club_id
      from chosen join product_category on product_category.id = chosen.product_category_id
      union all
      select 'products', product.id, product.name, product.club_id
      from chosen join product on product.id = chosen.product_id
      union all
      select 'classes', class.id, class.class_name, class.club_id from chosen join class on class.id = chosen.class_id
      union all
      select 'categories', category.id, category.name, category.club_id
      from chosen join member_category category on category.id = chosen.category_id
      union all
      select 'tags', tag.id, tag.name::text, tag.club_id from chosen join tag on tag.id = chosen.tag_id
      union all
      select 'chosenClubs', club.id, club.name, club.id
      from discount_club join club on club.id = discount_club.club_id where discount_id = ${id}
    ) found
    join discount on discount.id = ${id}
    join club on club.id = found.club_id
    order by found.name, found.id`.execute(db)
  const of = (kind: keyof Chosen) => rows.filter(row => row.kind === kind).map(({ id, name }) => ({ id, name }))
  return {
    trainingPlans: of('trainingPlans'),
    productCategories: of('productCategories'),
    products: of('products'),
    classes: of('classes'),
    categories: of('categories'),
    tags: of('tags'),
    chosenClubs: of('chosenClubs'),
  }
}

/** The user's clubs that it is meant for; the one that has made it switches it by its form. */
async function clubsOf(db: Kysely<Tables>, { id, user, ownerId }: { id: number; user: User; ownerId: number }) {
  const { rows } = await sql<{ clubId: number; clubName: string; isOff: boolean }>`
    select club.id as "clubId", club.name as "clubName", here.is_off as "isOff"
    from club cross join lateral discounts_in(club.id) here
    where club.id = any(${[...user.clubs.keys()]}::bigint[]) and club.id <> ${ownerId} and here.discount_id = ${id}
    order by club.name, club.id`.execute(db)
  return rows.map(row => ({ ...row, canSwitch: user.clubs.get(row.clubId)?.isAdmin ?? false }))
}
