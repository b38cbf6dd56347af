import type { Reduction } from '@honbu/contract/plan-price.ts'
import { type RawBuilder, sql } from 'kysely'
import { familyPositions, placeKey } from '../discounts/index.ts'
import type { Db } from '../platform/database.ts'

/** Days after the last sign of a trial until nobody expects the prospect any more, where no plan says otherwise. */
export const usualTrialDays = 28

/** What a membership pays by its plan. */
export interface PlanTerms {
  readonly clubMemberId: number
  readonly clubId: number
  readonly memberId: number
  readonly trainingPlanId: number
  readonly planName: string
  readonly subFrequencyId: number | null
  /** Agreed for each payment, before what is off for a family: the member's own price, whatever the plan asks now. */
  readonly pence: number | null
  /** What the plan asks now; null where it is not paid that way any more. */
  readonly listedPence: number | null
  readonly joiningFeePence: number
  readonly trialPricePence: number
  readonly minimumMonths: number | null
  readonly noticeDays: number
  readonly memberSince: string | null
  readonly second: Reduction | null
  readonly third: Reduction | null
  /** 1: the first of his family in this club, or alone; 2 the second … */
  readonly familyPosition: number
}

/** A plan, frequency and price that nobody has agreed yet. */
export interface WantedPlan {
  readonly trainingPlanId: number
  readonly subFrequencyId: number
  /** Pence for each payment, before family reductions. */
  readonly pence: number
}

/** The terms that memberships would have with another plan. */
export const wantedTermsOf = async (db: Db, clubMemberId: number, wanted: WantedPlan): Promise<PlanTerms | undefined> =>
  (
    await readTerms(db, [clubMemberId], {
      change: sql`false`,
      agreed: sql`select ${wanted.trainingPlanId}::bigint as plan_id, ${wanted.subFrequencyId}::integer as frequency_id,
        ${wanted.pence}::integer as pence`,
    })
  )[0]

/**
 * The terms of memberships that have a plan, as they are on a day: a change of plan or price that is to come by then
 * counts as if it had. `familyPrice` of the contract makes of `pence` what is to be paid.
 */
export async function planTermsOf(
  db: Db,
  { clubMemberIds, on }: { clubMemberIds: readonly number[]; on: string },
): Promise<PlanTerms[]> {
  return await readTerms(db, clubMemberIds, {
    change: sql`change.applies_on <= ${on}`,
    agreed: sql`
      select case when change.id is null or change.price_change_id is not null
          then own.training_plan_id else change.training_plan_id end as plan_id,
        case when change.id is null or change.price_change_id is not null
          then own.sub_frequency_id else change.sub_frequency_id end as frequency_id,
        coalesce(change.sub_price_pence, own.sub_price_pence) as pence`,
  })
}

interface Agreed {
  /** A condition for the waiting changes that count. */
  readonly change: RawBuilder<unknown>
  /** Selects plan, frequency and price. */
  readonly agreed: RawBuilder<unknown>
}

async function readTerms(db: Db, clubMemberIds: readonly number[], { change, agreed }: Agreed): Promise<PlanTerms[]> {
  const { rows } = await sql<Row>`
    select own.id as "clubMemberId", own.club_id as "clubId", own.member_id as "memberId", plan.id as "trainingPlanId",
      plan.name as "planName", agreed.frequency_id as "subFrequencyId", agreed.pence,
      (select price_pence from training_plan_price
        where training_plan_id = plan.id and sub_frequency_id = agreed.frequency_id) as "listedPence",
      plan.joining_fee_pence as "joiningFeePence", plan.trial_price_pence as "trialPricePence",
      plan.minimum_months as "minimumMonths", plan.notice_days as "noticeDays", own.member_since as "memberSince",
      plan.second_percent as "secondPercent", plan.second_off_pence as "secondOffPence",
      plan.third_percent as "thirdPercent", plan.third_off_pence as "thirdOffPence"
    from club_member own
    left join plan_change change on change.club_member_id = own.id and change.applied_at is null
      and change.cancelled_at is null and ${change}
    cross join lateral (${agreed}) agreed
    join training_plan plan on plan.id = agreed.plan_id
    where own.id = any(${[...clubMemberIds]})
    order by own.id`.execute(db)
  const places = await familyPlaces(db, rows)
  return rows.map(({ secondPercent, secondOffPence, thirdPercent, thirdOffPence, ...row }) => ({
    ...row,
    second: reduction(secondPercent, secondOffPence),
    third: reduction(thirdPercent, thirdOffPence),
    familyPosition: places.get(row.clubMemberId) ?? 1,
  }))
}

interface Row extends Omit<PlanTerms, 'second' | 'third' | 'familyPosition'> {
  secondPercent: number | null
  secondOffPence: number | null
  thirdPercent: number | null
  thirdOffPence: number | null
}

const reduction = (percent: number | null, offPence: number | null): Reduction | null =>
  percent === null && offPence === null ? null : { percent, offPence }

/** Whose turn memberships are in their families (discounts says what a family is), by the id of the membership. */
export async function familyPlaces(
  db: Db,
  memberships: readonly { clubMemberId: number; clubId: number; memberId: number }[],
): Promise<ReadonlyMap<number, number>> {
  const positions = await familyPositions(db, memberships)
  return new Map(memberships.map(each => [each.clubMemberId, positions.get(placeKey(each)) ?? 1]))
}
