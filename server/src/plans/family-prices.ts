import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/family-prices.ts'
import { reductionProblems } from '@honbu/contract/family-prices.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { familyPrice, type PricedPlan, type Reduction } from '@honbu/contract/plan-price.ts'
import { type Kysely, sql } from 'kysely'
import { familyPositions } from '../discounts/index.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { checkVersion } from '../platform/version.ts'

type Fields = Omit<Input<typeof call.previewFamilyPrices>, 'clubId'>

const columns = ['second_percent', 'second_off_pence', 'third_percent', 'third_off_pence'] as const
type Columns = Readonly<Record<(typeof columns)[number], number | null>>

const none: Columns = { second_percent: null, second_off_pence: null, third_percent: null, third_off_pence: null }

/** What plans that use a club's family prices take off; locked, so that it isn't changed before they are saved. */
export async function familyColumns(tx: Write['tx'], clubId: number): Promise<Columns> {
  const row = await tx
    .selectFrom('family_price')
    .select(columns)
    .where('club_id', '=', clubId)
    .forShare()
    .executeTakeFirst()
  return row ?? none
}

export const getFamilyPrices = ({ db }: Read, { clubId }: Input<typeof call.getFamilyPrices>) =>
  readFamilyPrices(db, clubId)

async function readFamilyPrices(db: Kysely<Tables>, clubId: number) {
  const own = await db
    .selectFrom('family_price')
    .select([...columns, 'version'])
    .where('club_id', '=', clubId)
    .executeTakeFirst()
  const plans = await readPlans(db, clubId)
  return {
    ...fieldsOf(own ?? none),
    version: own?.version ?? 1,
    isSet: own !== undefined,
    plans: plans.map(plan => ({
      planId: plan.id,
      name: plan.name,
      isArchived: plan.archived_at !== null,
      usesThem: plan.uses_family_prices,
      hasOwn: !plan.uses_family_prices && columns.some(column => plan[column] !== null),
    })),
  }
}

const readPlans = (db: Kysely<Tables>, clubId: number) =>
  db
    .selectFrom('training_plan')
    .select(['id', 'name', 'archived_at', 'uses_family_prices', ...columns])
    .where('club_id', '=', clubId)
    .orderBy('name')
    .orderBy('id')
    .execute()

export async function previewFamilyPrices(
  { db, user }: Read,
  { clubId, ...fields }: Input<typeof call.previewFamilyPrices>,
) {
  const next = reductionsOf(columnsOf(fields))
  const plans = await readPlans(db, clubId)
  const changing = new Map(
    plans
      .filter(({ id }) => fields.planIds.includes(id))
      .map(plan => [plan.id, { name: plan.name, before: reductionsOf(plan) }]),
  )
  const { rows } = await sql<{ memberId: number; clubId: number; name: string; planId: number; pence: number }>`
    select own.member_id as "memberId", own.club_id as "clubId", own.training_plan_id as "planId",
      own.sub_price_pence as pence, trim(person.first_name || ' ' || person.last_name) as name
    from club_member own join member on member.id = own.member_id join person on person.id = member.person_id
    where own.training_plan_id = any(${[...changing.keys()]}::bigint[]) and own.sub_price_pence > 0
      and own.member_status_id in (${memberStatus.active}, ${memberStatus.issue})
    order by person.last_name, person.first_name, own.id`.execute(db)
  const places = await familyPositions(db, rows)
  const changes = rows.flatMap(({ memberId, clubId: memberClub, name, planId, pence }) => {
    const plan = changing.get(planId)
    const place = places.get(`${memberClub} ${memberId}`) ?? 1
    if (!plan) return []
    const [before, after] = [familyPrice(pence, plan.before, place), familyPrice(pence, next, place)]
    return before === after
      ? []
      : [{ memberId, clubId: memberClub, name, planName: plan.name, before: pounds(before), after: pounds(after) }]
  })
  // Clubs below count, but only members of the caller's clubs are named.
  const named = changes.filter(each => user.clubs.has(each.clubId)).slice(0, 100)
  return { members: changes.length, some: named.map(({ clubId: _, ...each }) => each) }
}

export async function saveFamilyPrices(
  { tx, audit }: Write,
  { clubId, version, ...fields }: Input<typeof call.saveFamilyPrices>,
) {
  const problems = [...reductionProblems(fields)]
  if (problems[0])
    throw new Refused(400, problems[0][1], Object.fromEntries(problems.map(([field, message]) => [field, [message]])))
  // A row of nothing stands for none, so that there is something to lock.
  await tx
    .insertInto('family_price')
    .values({ club_id: clubId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const locked = await tx
    .selectFrom('family_price')
    .select('version')
    .where('club_id', '=', clubId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before = await readFamilyPrices(tx, clubId)
  await checkVersion(tx, {
    subject: 'family_price',
    subjectId: clubId,
    is: locked.version,
    given: version,
    current: async () => before,
  })
  const values = columnsOf(fields)
  const saved = await tx
    .updateTable('family_price')
    .set(eb => ({ ...values, version: eb('version', '+', 1) }))
    .where('club_id', '=', clubId)
    .returning('version')
    .executeTakeFirstOrThrow()
  const plans = await usePlans(tx, { clubId, planIds: fields.planIds, values })
  const after = await readFamilyPrices(tx, clubId)
  audit({ clubId, subject: 'family_price', subjectId: clubId, before: shown(before), after: shown(after) })
  return { version: saved.version, plans }
}

/** Writes what is off into the plans that use it, and counts those as changed for whoever has one in a form. */
async function usePlans(
  tx: Write['tx'],
  { clubId, planIds, values }: { clubId: number; planIds: readonly number[]; values: Columns },
): Promise<number> {
  const { rows } = await sql`
    update training_plan set uses_family_prices = true, version = version + 1, second_percent = ${values.second_percent},
      second_off_pence = ${values.second_off_pence}, third_percent = ${values.third_percent}, third_off_pence = ${values.third_off_pence}
    where club_id = ${clubId} and id = any(${[...planIds]}::bigint[])
    returning id`.execute(tx)
  await tx
    .updateTable('training_plan')
    .set(eb => ({ uses_family_prices: false, version: eb('version', '+', 1) }))
    .where('club_id', '=', clubId)
    .where('uses_family_prices', '=', true)
    .where('id', 'not in', [0, ...planIds])
    .execute()
  return rows.length
}

const shown = ({ plans, isSet, version, ...fields }: Awaited<ReturnType<typeof readFamilyPrices>>) => ({
  ...fields,
  plans: plans.filter(({ usesThem }) => usesThem).map(({ name }) => name),
})

const pence = (amount: number | null) => (amount === null ? null : Math.round(amount * 100))

const columnsOf = (fields: Omit<Fields, 'planIds'>): Columns => ({
  second_percent: fields.secondPercent,
  second_off_pence: pence(fields.secondOff),
  third_percent: fields.thirdPercent,
  third_off_pence: pence(fields.thirdOff),
})

const fieldsOf = (row: Columns) => ({
  secondPercent: row.second_percent,
  secondOff: row.second_off_pence === null ? null : pounds(row.second_off_pence),
  thirdPercent: row.third_percent,
  thirdOff: row.third_off_pence === null ? null : pounds(row.third_off_pence),
})

const reductionsOf = (row: Columns): Pick<PricedPlan, 'second' | 'third'> => ({
  second: reduction(row.second_percent, row.second_off_pence),
  third: reduction(row.third_percent, row.third_off_pence),
})

const reduction = (percent: number | null, offPence: number | null): Reduction | null =>
  percent === null && offPence === null ? null : { percent, offPence }
