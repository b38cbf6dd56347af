import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { requireLookup } from '../members/index.ts'
import { requirePlanPrice, requireTrialPlan } from '../plans/index.ts'
import { mayTouch } from '../platform/access.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { requireSource } from '../settings/index.ts'
import type { JoinedClub } from './joined-club.ts'
import type { Joiner } from './joiner.ts'
import type { JoiningWrite } from './joining-write.ts'

type Tx = Write['tx']

/**
 * The columns of a membership that begins, with the status that follows from what is given, and why he has a plan that is
 * for others (empty: it is for him).
 * @throws Refused 400 under the field for what this club, and those above it, do not offer
 */
export async function readTerms(
  { tx, user }: Pick<JoiningWrite, 'tx' | 'user'>,
  { clubId, today }: JoinedClub,
  { membership: given, person }: Joiner,
) {
  const { categoryId, trainingPlanId, subFrequencyId, paymentMethodId, marketingSourceId, exceptionReason, ...days } =
    given
  if (categoryId !== null) await requireCategory(tx, clubId, categoryId)
  await requireLookup(tx, 'payment_method', paymentMethodId, 'paymentMethodId')
  await requireSource(tx, { clubId, id: marketingSourceId, field: 'marketingSourceId' })
  // The contract asks for both or none.
  const hasPlan = trainingPlanId !== null && subFrequencyId !== null
  const buyer = { dob: person.dob, categoryId, today }
  const allowed = { reason: exceptionReason, isAdmin: user !== null && mayTouch(user, clubId, true) }
  const begun = hasPlan
    ? await requirePlanPrice(tx, { clubId, trainingPlanId, subFrequencyId, buyer, exception: allowed })
    : null
  const pence = begun?.pence ?? null
  await requireTrialPlan(tx, { clubId, trialPlanId: days.trialPlanId, buyer })
  const memberSince = days.memberSince ?? (trainingPlanId === null ? null : today)
  if (memberSince !== null && days.memberUntil !== null && days.memberUntil < memberSince)
    throw refused('memberUntil', 'Should not be before it begins')
  const columns = {
    member_status_id: firstStatus(trainingPlanId, days.trialStart),
    category_id: categoryId,
    training_plan_id: trainingPlanId,
    sub_frequency_id: subFrequencyId,
    sub_price_pence: pence,
    payment_method_id: paymentMethodId,
    marketing_source_id: marketingSourceId,
    member_since: memberSince,
    member_until: days.memberUntil,
    next_renewal: days.nextRenewal,
    next_payment: days.nextPayment ?? (pence ? memberSince : null),
    trial_start: days.trialStart,
    trial_plan_id: days.trialPlanId,
  }
  return { columns, exception: begun?.exception ?? '' }
}

/** A booking makes a prospect of an enquiry by itself. */
function firstStatus(trainingPlanId: number | null, trialStart: string | null): number {
  if (trainingPlanId !== null) return memberStatus.active
  return trialStart === null ? memberStatus.enquiry : memberStatus.prospect
}

async function requireCategory(tx: Tx, clubId: number, categoryId: number) {
  const category = await tx
    .selectFrom('member_category')
    .select('id')
    .where('id', '=', categoryId)
    .where('club_id', 'in', aboveOf(clubId))
    .executeTakeFirst()
  if (!category) throw refused('categoryId', 'Is not a category that this club uses.')
}

const aboveOf = (clubId: number) => sql<number>`(select club_id from club_and_above(${clubId}::bigint))`

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
