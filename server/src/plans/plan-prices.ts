import { type PlanBuyers, type PlanException, refusalForBuyer, whyNotForBuyer } from '@honbu/contract/plan-price.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'

export interface PlanPrice extends PlanBuyers {
  readonly trainingPlanId: number
  readonly name: string
  readonly subFrequencyId: number
  readonly pence: number
  /** Null: as long as any trial. */
  readonly trialDays: number | null
  readonly trialPricePence: number
}

/**
 * What the plans cost that a club offers: its own, and those of the clubs above it. Archived ones are not offered, except
 * the one that somebody has and keeps (`keptPlanId`).
 */
export async function planPrices(
  db: Db,
  clubId: number,
  { keptPlanId = null }: { keptPlanId?: number | null } = {},
): Promise<PlanPrice[]> {
  const { rows } = await sql<PlanPrice>`
    select plan.id as "trainingPlanId", plan.name, price.sub_frequency_id as "subFrequencyId",
      price.price_pence as pence, plan.min_age as "minAge", plan.max_age as "maxAge",
      plan.trial_days as "trialDays", plan.trial_price_pence as "trialPricePence",
      coalesce((
        select json_agg(json_build_object('categoryId', category.id, 'name', category.name)
          order by category.position, category.id)
        from training_plan_category bought join member_category category on category.id = bought.category_id
        where bought.training_plan_id = plan.id), '[]') as categories
    from club_and_above(${clubId}) above
    join training_plan plan on plan.club_id = above.club_id
    join training_plan_price price on price.training_plan_id = plan.id
    where plan.archived_at is null or plan.id = ${keptPlanId}
    order by plan.name, plan.id, price.sub_frequency_id`.execute(db)
  return rows
}

interface Wanted {
  readonly clubId: number
  readonly trainingPlanId: number
  readonly subFrequencyId: number
  /** Who is to have it. */
  readonly buyer: { readonly dob: string | null; readonly categoryId: number | null; readonly today: string }
  /** Left out: nobody makes one. */
  readonly exception?: PlanException
}

interface Begun {
  readonly pence: number
  /** Why he has it though it is for others; empty: it is for him. */
  readonly exception: string
}

const noException: PlanException = { reason: '', isAdmin: false }

/**
 * Pence a payment of a plan that somebody begins with, and whether it is an exception.
 * @throws Refused 400 under `trainingPlanId` or `subFrequencyId` for a plan that the club does not offer, that is not paid
 * that way, or that is for others
 */
export async function requirePlanPrice(
  db: Db,
  { clubId, trainingPlanId, subFrequencyId, buyer, exception = noException }: Wanted,
): Promise<Begun> {
  const prices = (await planPrices(db, clubId)).filter(price => price.trainingPlanId === trainingPlanId)
  const [any] = prices
  if (!any) throw refused('trainingPlanId', 'Is not a plan that this club offers.')
  const whyNot = whyNotForBuyer(any.name, any, buyer)
  const refusal = refusalForBuyer(whyNot, exception)
  if (refusal) throw refused('trainingPlanId', refusal)
  const price = prices.find(each => each.subFrequencyId === subFrequencyId)
  if (!price) throw refused('subFrequencyId', `${any.name} is not paid that way.`)
  return { pence: price.pence, exception: whyNot && exception.reason }
}

/** For the buyer of a plan. */
export async function birthdayOf(db: Db, memberId: number): Promise<string | null> {
  const { dob } = await db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select('person.dob')
    .where('member.id', '=', memberId)
    .executeTakeFirstOrThrow()
  return dob
}

/**
 * Is it a plan that somebody can try in a club? None is tried as well.
 * @throws Refused 400 under `trialPlanId`
 */
export async function requireTrialPlan(
  db: Db,
  { clubId, trialPlanId, buyer }: Pick<Wanted, 'clubId' | 'buyer'> & { readonly trialPlanId: number | null },
): Promise<void> {
  if (trialPlanId === null) return
  const plan = (await planPrices(db, clubId)).find(price => price.trainingPlanId === trialPlanId)
  if (!plan) throw refused('trialPlanId', 'Is not a plan that this club offers.')
  const whyNot = whyNotForBuyer(plan.name, plan, buyer)
  if (whyNot) throw refused('trialPlanId', whyNot)
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
