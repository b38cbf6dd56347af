import type { Input } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import type { reopenMembership as call } from '@honbu/contract/membership.ts'
import { changeStatus } from '../members/index.ts'
import { birthdayOf, chargeTrial, requireTrialPlan } from '../plans/index.ts'
import type { Write } from '../platform/route.ts'
import { auditMove } from './audit-move.ts'
import { lockMembership, refused } from './lock-membership.ts'
import { onlyMembership } from './only-membership.ts'

const { enquiry, prospect, lapsed, notInterested, unconverted } = memberStatus

/** Whoever left or didn't join asks again, or returns for a trial. The plan of before isn't theirs any more. */
export async function reopenMembership(context: Write, input: Input<typeof call>) {
  const { id: memberId, as, reason, trialPlanId } = input
  const { tx } = context
  const isTrial = as === 'trial'
  const from = isTrial ? [lapsed, notInterested, unconverted] : [notInterested, unconverted]
  const before = await lockMembership(context, await onlyMembership(context, input, from), memberId)
  const { id: clubMemberId, clubId, categoryId, today } = before
  const trialStart = input.trialStart ?? today
  if (trialStart < today) throw refused(400, 'trialStart', 'Choose today or a later day')
  const buyer = { dob: await birthdayOf(tx, memberId), categoryId, today }
  if (isTrial) await requireTrialPlan(tx, { clubId, trialPlanId, buyer })
  await changeStatus(context, {
    ...{ clubMemberId, clubId, to: isTrial ? prospect : enquiry, on: today },
    ...(reason && { reason }),
  })
  await tx
    .updateTable('club_member')
    .set({
      ...{ training_plan_id: null, sub_frequency_id: null, sub_price_pence: null, next_payment: null },
      ...{ member_since: null, member_until: null, next_renewal: null },
      trial_start: isTrial ? trialStart : null,
      trial_plan_id: isTrial ? trialPlanId : null,
      // The trial of before stays charged; this one is another.
      trial_charge_id: null,
    })
    .where('id', '=', clubMemberId)
    .execute()
  await chargeTrial(context, { clubMemberId, today })
  return await auditMove(context, before)
}
