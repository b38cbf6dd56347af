import * as membership from '@honbu/contract/membership.ts'
import { serve } from '../platform/route.ts'
import { cancelPlanChange, changePlan, previewPlanChange } from './change-plan.ts'
import { deleteMembership } from './delete-membership.ts'
import { getMemberDisciplines, removeDiscipline, saveMemberDiscipline } from './disciplines.ts'
import { getMembershipHistory } from './history.ts'
import { lapseMembership, notInterested, previewLapse, renewMembership, toggleIssueStatus } from './moves.ts'
import { getMembership } from './read-memberships.ts'
import { reopenMembership } from './reopen.ts'
import { previewMembership, saveMembership } from './save-membership.ts'

export const serveMembership = serve(membership, {
  getMembership,
  saveMembership,
  previewMembership,
  renewMembership,
  lapseMembership,
  previewLapse,
  notInterested,
  reopenMembership,
  toggleIssueStatus,
  deleteMembership,
  previewPlanChange,
  changePlan,
  cancelPlanChange,
  getMembershipHistory,
  getMemberDisciplines,
  saveMemberDiscipline,
  removeDiscipline,
})

export { passTime, watchMemberships } from './by-night.ts'
export { changePlan } from './change-plan.ts'
export { endMembership } from './end-membership.ts'
export { type LockedMembership, lockMembership } from './lock-membership.ts'
export { lapseMembership, notInterested, renewMembership, toggleIssueStatus } from './moves.ts'
export { reopenMembership } from './reopen.ts'
export { saveMembership } from './save-membership.ts'
