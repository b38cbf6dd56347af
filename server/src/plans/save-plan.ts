import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/plans.ts'
import { frequencyOfPrice, problemsOf } from '@honbu/contract/plans.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { familyColumns } from './family-prices.ts'
import { readPlan } from './get-plans.ts'

type Given = Input<typeof call.saveTrainingPlan>

const nameTaken = {
  training_plan_name: ['name', 'This club has a plan of that name already.'],
} as const

export async function saveTrainingPlan(context: Write, input: Given) {
  const { tx, now, audit } = context
  const { id, clubId } = input
  const problems = [...problemsOf(input)]
  if (problems[0])
    throw new Refused(400, problems[0][1], Object.fromEntries(problems.map(([field, message]) => [field, [message]])))
  const before = id === 0 ? null : await lockPlan(context, input)
  const usesFamilyPrices = input.usesFamilyPrices ?? before?.usesFamilyPrices ?? false
  const values = {
    ...columnsOf(input),
    uses_family_prices: usesFamilyPrices,
    ...(usesFamilyPrices && (await familyColumns(tx, clubId))),
  }
  const saved = await refuseOn(nameTaken, () =>
    before ? update(context, id, values) : insert(context, clubId, values),
  )
  await savePrices(context, saved.planId, input)
  await saveLists(context, saved.planId, input)
  audit({
    clubId,
    subject: 'training_plan',
    subjectId: saved.planId,
    before: before && audited(before),
    after: audited(await readPlan(tx, { id: saved.planId, clubId, now })),
  })
  return saved
}

type Plan = Awaited<ReturnType<typeof readPlan>>

/** Without what is of the moment, or of who looks. */
const audited = ({ memberCount, otherPriceCount, today, clubName, isInherited, ...plan }: Plan) => plan

async function lockPlan({ tx, now }: Write, { id, clubId, version }: Given): Promise<Plan> {
  const row = await tx
    .selectFrom('training_plan')
    .select(['club_id as clubId', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.clubId !== clubId) throw refused(400, 'clubId', 'This plan belongs to another club.')
  const plan = await readPlan(tx, { id, clubId, now })
  await checkVersion(tx, {
    subject: 'training_plan',
    subjectId: id,
    is: row.version,
    given: version,
    current: async () => plan,
  })
  return plan
}

const columnsOf = (input: Given) => ({
  name: input.name,
  description: input.description,
  classes_per_week: input.classesPerWeek,
  classes_per_month: input.classesPerMonth,
  covers_all: input.coversAll,
  joining_fee_pence: pence(input.joiningFee),
  trial_days: input.trialDays,
  trial_price_pence: pence(input.trialPrice),
  vat_code_id: input.vatCodeId,
  minimum_months: input.minimumMonths,
  notice_days: input.noticeDays,
  second_percent: input.secondPercent,
  second_off_pence: input.secondOff === null ? null : pence(input.secondOff),
  third_percent: input.thirdPercent,
  third_off_pence: input.thirdOff === null ? null : pence(input.thirdOff),
  min_age: input.minAge,
  max_age: input.maxAge,
})

type Values = ReturnType<typeof columnsOf> & { readonly uses_family_prices: boolean }

async function insert({ tx }: Write, clubId: number, values: Values) {
  const { root_club_id } = await tx
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  return await tx
    .insertInto('training_plan')
    .values({ club_id: clubId, root_club_id, ...values })
    .returning(['id as planId', 'version'])
    .executeTakeFirstOrThrow()
}

async function update({ tx }: Write, id: number, values: Values) {
  return await tx
    .updateTable('training_plan')
    .set(eb => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(['id as planId', 'version'])
    .executeTakeFirstOrThrow()
}

/** What is asked from now on; nobody's own price changes with it. */
async function savePrices({ tx }: Write, planId: number, input: Given): Promise<void> {
  const names = Object.keys(frequencyOfPrice) as (keyof typeof frequencyOfPrice)[]
  const rows = names.flatMap(name => {
    const price = input[name]
    const frequency = { training_plan_id: planId, sub_frequency_id: frequencyOfPrice[name] }
    return price === null ? [] : [{ ...frequency, price_pence: pence(price) }]
  })
  await tx.deleteFrom('training_plan_price').where('training_plan_id', '=', planId).execute()
  await tx.insertInto('training_plan_price').values(rows).execute()
}

/** What it covers, and for whom it is; in the tree of the plan, which the foreign keys hold. */
async function saveLists({ tx }: Write, planId: number, input: Given): Promise<void> {
  const lists = [
    ['training_plan_class', 'class_id', input.coversAll ? [] : input.classIds, 'classIds'],
    ['training_plan_discipline', 'discipline_id', input.coversAll ? [] : input.disciplineIds, 'disciplineIds'],
    ['training_plan_category', 'category_id', input.categoryIds, 'categoryIds'],
  ] as const
  for (const [table, column, ids, field] of lists) {
    await sql`delete from ${sql.table(table)} where training_plan_id = ${planId}`.execute(tx)
    const message = [field, 'Belongs to a club that has nothing to do with this plan’s.'] as const
    await refuseOn({ [`${table}_${column}_root_club_id_fkey`]: message }, () =>
      sql`
        insert into ${sql.table(table)} (training_plan_id, ${sql.ref(column)}, root_club_id)
        select plan.id, chosen.id, plan.root_club_id
        from training_plan plan, unnest(${[...new Set(ids)]}::bigint[]) chosen (id) where plan.id = ${planId}`.execute(
        tx,
      ),
    )
  }
}

export async function archiveTrainingPlan(
  { tx, now, audit }: Write,
  { id, isArchived }: Input<typeof call.archiveTrainingPlan>,
) {
  const before = await tx
    .selectFrom('training_plan')
    .select(['club_id as clubId', 'name', 'version', 'archived_at as archivedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { clubId, name, version } = before
  const wasArchived = before.archivedAt !== null
  audit({
    clubId,
    subject: 'training_plan',
    subjectId: id,
    before: { name, isArchived: wasArchived },
    after: { name, isArchived },
  })
  if (wasArchived === isArchived) return { planId: id, version }
  return await refuseOn(
    { training_plan_name: ['isArchived', `This club has another plan called “${name}” by now.`] },
    () =>
      tx
        .updateTable('training_plan')
        .set({ archived_at: isArchived ? now : null, version: version + 1 })
        .where('id', '=', id)
        .returning(['id as planId', 'version'])
        .executeTakeFirstOrThrow(),
  )
}

/** The foreign keys decide, also those of what other areas keep about plans. */
export async function deleteTrainingPlan({ tx, audit }: Write, { id }: Input<typeof call.deleteTrainingPlan>) {
  const { clubId, name } = await tx
    .selectFrom('training_plan')
    .select(['club_id as clubId', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  try {
    await tx.deleteFrom('training_plan').where('id', '=', id).execute()
  } catch (error) {
    const isUsed = error instanceof Error && 'code' in error && error.code === '23503'
    if (isUsed) throw refused(409, 'id', `Members have, or have had, “${name}”: archive it instead.`)
    throw error
  }
  audit({ clubId, subject: 'training_plan', subjectId: id, before: { name }, after: null })
  return { planId: id }
}

const pence = (pounds: number) => Math.round(pounds * 100)

const refused = (status: 400 | 409, field: string, message: string) =>
  new Refused(status, message, { [field]: [message] })
