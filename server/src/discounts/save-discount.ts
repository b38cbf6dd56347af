import type * as call from '@honbu/contract/discounts.ts'
import { wrongDiscount } from '@honbu/contract/discounts.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { readDiscount } from './get-discount.ts'

type Given = Input<typeof call.saveDiscount>

const taken = {
  discount_club_id_name_key: ['name', 'This club has a discount of that name already.'],
  discount_root_club_id_code_key: ['code', 'Another discount has this code.'],
  discount_choice_training_plan_id_root_club_id_fkey: ['trainingPlanIds', 'A plan is of other clubs.'],
  discount_choice_product_category_id_root_club_id_fkey: ['productCategoryIds', 'A category is of other clubs.'],
  discount_choice_product_id_root_club_id_fkey: ['productIds', 'A product is of other clubs.'],
  discount_choice_class_id_root_club_id_fkey: ['classIds', 'An event is of other clubs.'],
  discount_choice_category_id_root_club_id_fkey: ['categoryIds', 'A category is of other clubs.'],
  discount_choice_tag_id_root_club_id_fkey: ['tagIds', 'A tag is of other clubs.'],
} as const

export async function saveDiscount(write: Write, input: Given) {
  const { tx, audit } = write
  const { id, clubId } = input
  const wrong = wrongDiscount(input)
  if (wrong) throw refused(...wrong)
  const before = id === 0 ? null : await lockDiscount(write, input)
  const { root_club_id } = await tx
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  await refuseClubsElsewhere(tx, input)
  const saved = await refuseOn(taken, async () => {
    const row = await writeRow(tx, input, root_club_id, before?.version ?? 0)
    await writeChoices(tx, row.discountId, input)
    return row
  })
  const after = await told(write, saved.discountId)
  audit({ clubId, subject: 'discount', subjectId: saved.discountId, before: before?.told ?? null, after })
  return saved
}

export async function deleteDiscount(write: Write, { id }: Input<typeof call.deleteDiscount>) {
  const { tx, audit } = write
  const { club_id: clubId } = await tx
    .selectFrom('discount')
    .select('club_id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before = await told(write, id)
  await refuseOn(
    { discount_use_discount_id_fkey: ['id', 'It has been used, and stays for the record: switch it off.'] },
    () => tx.deleteFrom('discount').where('id', '=', id).execute(),
  )
  audit({ clubId, subject: 'discount', subjectId: id, before, after: null })
  return { discountId: id }
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })

async function lockDiscount(write: Write, { id, clubId, version }: Given) {
  const { tx, user, now } = write
  const row = await tx
    .selectFrom('discount')
    .select(['club_id', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.club_id !== clubId) throw refused('clubId', 'This discount belongs to another club.')
  const current = () => readDiscount(tx, { id, user, now })
  await checkVersion(tx, { subject: 'discount', subjectId: id, is: row.version, given: version, current })
  return { version: row.version, told: await told(write, id) }
}

/** What the audit keeps: all that was entered, and nothing that is counted. */
async function told({ tx, user, now }: Write, id: number) {
  const { uses, given, usesInAll, state, canEdit, clubs, version, clubName, ...entered } = await readDiscount(tx, {
    id,
    user,
    now,
  })
  return entered
}

async function refuseClubsElsewhere(tx: Write['tx'], { clubId, reach, clubIds }: Given): Promise<void> {
  if (reach !== 'chosen') return
  const { rows } = await sql<{ name: string }>`
    select name from club where id = any(${clubIds}::bigint[])
      and id not in (select club_id from club_and_below(${clubId})) order by name limit 1`.execute(tx)
  if (rows[0]) throw refused('clubIds', `${rows[0].name} is not below this club.`)
}

const hundredths = (value: number | null) => (value === null ? null : Math.round(value * 100))

async function writeRow(tx: Write['tx'], input: Given, rootClubId: number, version: number) {
  const values = {
    name: input.name,
    code: input.code,
    percent_hundredths: hundredths(input.percent),
    amount_pence: hundredths(input.amount),
    for_plans: input.forPlans,
    for_products: input.forProducts,
    for_events: input.forEvents,
    family: input.family,
    min_age: input.minAge,
    max_age: input.maxAge,
    from_date: input.fromDate,
    until_date: input.untilDate,
    max_uses: input.maxUses,
    max_uses_per_member: input.maxUsesPerMember,
    can_combine: input.canCombine,
    is_active: input.isActive,
    reach: input.reach,
  }
  if (input.id === 0)
    return await tx
      .insertInto('discount')
      .values({ ...values, club_id: input.clubId, root_club_id: rootClubId })
      .returning(['id as discountId', 'version'])
      .executeTakeFirstOrThrow()
  return await tx
    .updateTable('discount')
    .set({ ...values, version: version + 1 })
    .where('id', '=', input.id)
    .returning(['id as discountId', 'version'])
    .executeTakeFirstOrThrow()
}

/** Only what is said to be chosen is kept; the lists that a form has hidden go. */
async function writeChoices(tx: Write['tx'], id: number, input: Given): Promise<void> {
  const chosen = (scope: string, ids: readonly number[]) => (scope === 'chosen' ? [...new Set(ids)] : [])
  const choices = [
    ...chosen(input.forPlans, input.trainingPlanIds).map(training_plan_id => ({ training_plan_id })),
    ...chosen(input.forProducts, input.productCategoryIds).map(product_category_id => ({ product_category_id })),
    ...chosen(input.forProducts, input.productIds).map(product_id => ({ product_id })),
    ...chosen(input.forEvents, input.classIds).map(class_id => ({ class_id })),
    ...chosen('chosen', input.categoryIds).map(category_id => ({ category_id })),
    ...chosen('chosen', input.tagIds).map(tag_id => ({ tag_id })),
  ]
  await tx.deleteFrom('discount_choice').where('discount_id', '=', id).execute()
  await sql`
    insert into discount_choice (discount_id, root_club_id, training_plan_id, product_category_id, product_id, class_id,
      category_id, tag_id)
    select discount.id, discount.root_club_id, training_plan_id, product_category_id, product_id, class_id, category_id,
      tag_id
    from discount cross join jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as choice (training_plan_id bigint,
      product_category_id bigint, product_id bigint, class_id bigint, category_id bigint, tag_id bigint)
    where discount.id = ${id}`.execute(tx)
  await tx.deleteFrom('discount_club').where('discount_id', '=', id).execute()
  await sql`
    insert into discount_club (discount_id, club_id, root_club_id)
    select discount.id, chosen.club_id, discount.root_club_id
    from discount cross join unnest(${chosen(input.reach, input.clubIds)}::bigint[]) chosen (club_id)
    where discount.id = ${id}`.execute(tx)
}
