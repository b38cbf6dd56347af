import { memberStatus, names } from '@honbu/contract/ids.ts'
import {
  type LockedMembership,
  notInterested,
  renewMembership,
  reopenMembership,
  toggleIssueStatus,
} from '../../membership/index.ts'
import type { Write } from '../../platform/route.ts'
import { type ChangeOf, fromTo, type Kind, leftOut } from '../kind.ts'

type Change = ChangeOf<'status'>

const { active, issue, lapsed, enquiry, prospect, unconverted, notInterested: notInterestedId } = memberStatus

const idOf: Readonly<Record<Change['to'], number>> = { issue, active, enquiry, notInterested: notInterestedId }
const possibleFrom: Readonly<Record<Change['to'], readonly number[]>> = {
  issue: [active],
  active: [issue, lapsed],
  enquiry: [notInterestedId, unconverted],
  notInterested: [enquiry, prospect],
}

export const status: Kind<Change> = {
  tables: [
    ...(['club_member', 'member_status_change', 'plan_change', 'membership_freeze', 'membership_period'] as const),
    ...(['membership_gap', 'class_member', 'booking'] as const),
  ],
  movesMoney: true,
  whyNot({ memberStatusId }, { to, reasonId = null }) {
    if (memberStatusId === idOf[to]) return `Is “${names[memberStatusId]}” already.`
    if (!possibleFrom[to].includes(memberStatusId))
      return `Can’t go from “${names[memberStatusId]}” to “${names[idOf[to]]}”.`
    return to === 'notInterested' && reasonId === null ? 'Choose a reason first.' : ''
  },
  async apply(context, membership, change) {
    await move(context, membership, change)
    return fromTo(names[membership.memberStatusId] ?? '', names[idOf[change.to]] ?? '')
  },
}

async function move(
  context: Write,
  { id: clubMemberId, memberId: id, memberStatusId }: LockedMembership,
  { to, reason, reasonId = null }: Change,
): Promise<void> {
  const which = { id, clubMemberId }
  if (to === 'notInterested') {
    if (reasonId === null) throw leftOut('Choose a reason first.')
    await notInterested(context, { ...which, reasonId })
  } else if (to === 'enquiry')
    await reopenMembership(context, { ...which, as: 'enquiry', trialStart: null, trialPlanId: null, reason })
  else if (memberStatusId === lapsed)
    await renewMembership(context, { ...which, reason, nextRenewal: null, memberUntil: null, nextPayment: null })
  else await toggleIssueStatus(context, { ...which, reason })
}
