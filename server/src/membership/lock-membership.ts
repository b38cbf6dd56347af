import { todayIn } from '@honbu/contract/calendar.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

/**
 * A membership with its row locked: nobody else changes it meanwhile.
 * @throws Refused 400 under `clubMemberId` for one of somebody else
 */
export async function lockMembership({ tx, now }: Pick<Write, 'tx' | 'now'>, clubMemberId: number, memberId?: number) {
  const { timeZone, ...row } = await tx
    .selectFrom('club_member')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .select([
      'club_member.id',
      'club_member.member_id as memberId',
      'club_member.club_id as clubId',
      'club.name as clubName',
    ])
    .select(['club_member.root_club_id as rootClubId', 'club.time_zone as timeZone', 'club_member.version'])
    .select(['member_status_id as memberStatusId', 'category_id as categoryId', 'training_plan_id as trainingPlanId'])
    .select(['sub_frequency_id as subFrequencyId', 'sub_price_pence as subPricePence'])
    .select(['payment_method_id as paymentMethodId', 'marketing_source_id as marketingSourceId'])
    .select(['member_since as memberSince', 'member_until as memberUntil', 'next_renewal as nextRenewal'])
    .select(['next_payment as nextPayment', 'trial_start as trialStart', 'trial_plan_id as trialPlanId'])
    .where('club_member.id', '=', clubMemberId)
    .forUpdate('club_member')
    .executeTakeFirstOrThrow()
  if (memberId !== undefined && row.memberId !== memberId)
    throw refused(400, 'clubMemberId', 'Is a membership of somebody else.')
  return { ...row, today: todayIn(timeZone, now) }
}

export type LockedMembership = Awaited<ReturnType<typeof lockMembership>>

/** What of a membership stands in the audit. */
export const audited = ({
  memberStatusId,
  categoryId,
  trainingPlanId,
  subFrequencyId,
  subPricePence,
  ...row
}: LockedMembership) => ({
  memberStatusId,
  categoryId,
  trainingPlanId,
  subFrequencyId,
  subPricePence,
  paymentMethodId: row.paymentMethodId,
  marketingSourceId: row.marketingSourceId,
  memberSince: row.memberSince,
  memberUntil: row.memberUntil,
  nextRenewal: row.nextRenewal,
  nextPayment: row.nextPayment,
  trialStart: row.trialStart,
  trialPlanId: row.trialPlanId,
})

export const refused = (status: 400 | 409, field: string, message: string) =>
  new Refused(status, message, { [field]: [message] })
