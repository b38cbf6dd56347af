import { addDays } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/trials.ts'
import { sql } from 'kysely'
import { cancelBooking } from '../bookings/index.ts'
import { chargedUntil, skipDaysAway } from '../charging/index.ts'
import { changeStatus, enrolInClass, leaveClasses, requireLookup } from '../members/index.ts'
import { birthdayOf, requirePlanPrice } from '../plans/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { clubIdsAbove } from '../settings/index.ts'
import { required } from './required.ts'
import type { Trial } from './trial.ts'

type Action = Input<typeof call.saveTrialAction>

/** Days around today between which a membership can begin. */
const earliestStart = -31
const latestStart = 92

/** The person joins: a plan at its price, from the day it starts. */
export async function activate(context: Write, trial: Trial, input: Action) {
  const { tx } = context
  const { memberId, membership, session, classDate, today } = trial
  const trainingPlanId = required(input, 'trainingPlanId', 'Choose a plan.')
  const subFrequencyId = required(input, 'subFrequencyId', 'Choose how often it is paid.')
  const startDate = required(input, 'startDate', 'Give the day on which it starts.')
  if (startDate < addDays(today, earliestStart) || startDate > addDays(today, latestStart))
    throw refused(400, 'startDate', 'Should be within the last month or the next three.')

  await requireLookup(tx, 'payment_method', input.paymentMethodId ?? null, 'paymentMethodId')
  const { categoryId } = await tx
    .selectFrom('club_member')
    .select('category_id as categoryId')
    .where('id', '=', membership.id)
    .executeTakeFirstOrThrow()
  const buyer = { dob: await birthdayOf(tx, memberId), categoryId, today }
  const { clubId } = session
  const { pence } = await requirePlanPrice(tx, { clubId, trainingPlanId, subFrequencyId, buyer })

  await tx
    .updateTable('club_member')
    .set({
      training_plan_id: trainingPlanId,
      sub_frequency_id: subFrequencyId,
      sub_price_pence: pence,
      member_since: startDate,
      member_until: null,
      next_payment: pence > 0 ? startDate : null,
      trial_start: sql`coalesce(trial_start, ${classDate})`,
      ...(input.paymentMethodId && { payment_method_id: input.paymentMethodId }),
    })
    .where('id', '=', membership.id)
    .execute()
  const lastDay = await chargedUntil(tx, membership.id)
  await skipDaysAway(context, { clubMemberId: membership.id, lastDay, today: startDate })
  const { active } = memberStatus
  await changeStatus(context, { clubMemberId: membership.id, clubId: session.clubId, to: active, on: today })
  if (input.enrol)
    await enrolInClass(context, { memberId, classId: session.classId, from: startDate, evenIfFull: false })
}

/** The person does not join: with the reason, and without the places that would be kept for nothing. */
export async function loseInterest(context: Write, trial: Trial, input: Action) {
  const { tx } = context
  const { memberId, membership, session, today } = trial
  const { clubId } = session
  const reasonId = required(input, 'reasonId', 'Choose a reason.')
  const reason = await tx
    .selectFrom('not_interested_reason')
    .select(['id', 'name'])
    .where('id', '=', reasonId)
    // That of a club above is used here as well.
    .where('club_id', 'in', clubIdsAbove(clubId))
    .executeTakeFirstOrThrow(() => refused(400, 'reasonId', 'Is a reason of another club.'))
  await changeStatus(context, {
    clubMemberId: membership.id,
    clubId,
    to: memberStatus.notInterested,
    on: today,
    reason: reason.name,
    notInterestedReasonId: reason.id,
  })
  const bookings = await tx
    .selectFrom('booking')
    .select('id')
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .where('booking_date', '>', today)
    .where('cancelled_at', 'is', null)
    .orderBy('booking_date')
    .execute()
  for (const { id } of bookings) await cancelBooking(context, { id })
  await leaveClasses(context, { memberId, clubId, from: today })
}

const refused = (status: number, field: string, message: string) => new Refused(status, message, { [field]: [message] })
