import type { LockedMembership } from '../../membership/index.ts'

/** What saving a membership unchanged takes. */
export const asSaved = (membership: LockedMembership) => ({
  id: membership.memberId,
  clubMemberId: membership.id,
  clubId: membership.clubId,
  categoryId: membership.categoryId,
  trainingPlanId: membership.trainingPlanId,
  subFrequencyId: membership.subFrequencyId,
  paymentMethodId: membership.paymentMethodId,
  nextPayment: membership.nextPayment,
  marketingSourceId: membership.marketingSourceId,
  memberSince: membership.memberSince,
  memberUntil: membership.memberUntil,
  nextRenewal: membership.nextRenewal,
  trialStart: membership.trialStart,
  exceptionReason: '',
})
