import { randomUUID } from 'node:crypto'
import { subFrequency } from '@honbu/contract/ids.ts'
import type { Db } from '../src/platform/database.ts'
import { createMember } from './factories/people.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

/** As in right-input.ts: what the calls about training plans take. */
export const planInputs: Readonly<Record<string, RightInput>> = {
  previewFamilyPrices: ({ trainingPlan }) => ({ ...familyFields, planIds: [trainingPlan] }),
  saveFamilyPrices: async ({ club, trainingPlan }, db) => {
    const row = await db.selectFrom('family_price').select('version').where('club_id', '=', club).executeTakeFirst()
    return { ...familyFields, version: row?.version ?? 1, planIds: [trainingPlan] }
  },
  saveTrainingPlan: () => ({ ...planFields, id: 0, name: `Plan ${randomUUID()}` }),
  archiveTrainingPlan: async ({ club }, db) => ({ id: (await createPlan(db, { clubId: club })).id, isArchived: true }),
  deleteTrainingPlan: async ({ club }, db) => ({ id: (await createPlan(db, { clubId: club })).id }),
  getPriceChangePreview: () => ({ subFrequencyId: subFrequency.monthly, subPrice: 31.5, from: '2026-06-01' }),
  savePriceChange: async ({ club, treePlan }, db) => ({
    ...{ subFrequencyId: subFrequency.monthly, subPrice: 31.5, from: '2026-06-01', withOwnPriced: true },
    clubMemberIds: [(await onPlan(db, { clubId: club, planId: treePlan })).clubMemberId],
  }),
  cancelPriceChange: async ({ club, treePlan }, db) => {
    const tree = await treeOf(db, club)
    const { clubMemberId } = await onPlan(db, { clubId: club, planId: treePlan })
    const price = { training_plan_id: treePlan, sub_frequency_id: subFrequency.monthly }
    const { id } = await db
      .insertInto('price_change')
      .values({ ...tree, ...price, price_pence: 3150, from_date: '2026-06-01', created_at: '2026-05-12T17:30:00Z' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { club_member_id: clubMemberId, applies_on: '2026-06-01', sub_price_pence: 3150, before_pence: 2900 }
    await db
      .insertInto('plan_change')
      .values({ ...tree, ...price, ...row, price_change_id: id })
      .execute()
    return { id }
  },
}

const familyFields = { secondPercent: 10, secondOff: null, thirdPercent: 20, thirdOff: null }

/** A plan as the form sends it: £29 a month, everything, for everybody. */
export const planFields = {
  name: 'Two a week',
  description: '',
  weeklyPrice: null,
  monthlyPrice: 29,
  quarterlyPrice: null,
  yearlyPrice: 290,
  oneOffPrice: null,
  classesPerWeek: 2,
  classesPerMonth: null,
  coversAll: true,
  classIds: [],
  disciplineIds: [],
  joiningFee: 0,
  trialDays: null,
  trialPrice: 0,
  minimumMonths: null,
  secondPercent: null,
  secondOff: null,
  thirdPercent: null,
  thirdOff: null,
  categoryIds: [],
  minAge: null,
  maxAge: null,
}

/** A plan of £29 a month. */
export async function createPlan(db: Db, { clubId, name = `Plan ${randomUUID()}`, ...columns }: PlanInput) {
  const plan = await db
    .insertInto('training_plan')
    .values({ ...(await treeOf(db, clubId)), name, ...columns })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('training_plan_price')
    .values({ training_plan_id: plan.id, sub_frequency_id: subFrequency.monthly, price_pence: 2900 })
    .execute()
  return plan
}

interface PlanInput {
  clubId: number
  name?: string
  trial_days?: number
  minimum_months?: number
  joining_fee_pence?: number
  classes_per_week?: number
  covers_all?: boolean
  second_percent?: number
  third_off_pence?: number
  min_age?: number
  max_age?: number
  archived_at?: string
}

/** A member who has a plan and pays for it. */
export async function onPlan(db: Db, { clubId, planId, ...rest }: OnPlan) {
  const member = await createMember(db, { clubId, ...rest.person })
  const { id: clubMemberId } = await db
    .updateTable('club_member')
    .set({
      training_plan_id: planId,
      sub_frequency_id: rest.subFrequencyId ?? subFrequency.monthly,
      sub_price_pence: rest.pence ?? 2900,
      payment_method_id: rest.paymentMethodId ?? null,
      member_since: rest.memberSince ?? '2026-01-01',
      member_until: rest.memberUntil ?? null,
      next_payment: rest.nextPayment === undefined ? '2026-06-01' : rest.nextPayment,
    })
    .where('member_id', '=', member.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...member, clubMemberId }
}

interface OnPlan {
  clubId: number
  planId: number
  person?: { firstName?: string; lastName?: string; email?: string; dob?: string }
  subFrequencyId?: number
  pence?: number
  paymentMethodId?: number
  memberSince?: string
  memberUntil?: string
  nextPayment?: string | null
}

const treeOf = (db: Db, clubId: number) =>
  db.selectFrom('club').select(['id as club_id', 'root_club_id']).where('id', '=', clubId).executeTakeFirstOrThrow()
