import { memberStatus, names } from '@honbu/contract/ids.ts'
import { type LockedMembership, notInterested, renewMembership, toggleIssueStatus } from '../../membership/index.ts'
import { type ChangeOf, fromTo, type Kind, leftOut } from '../kind.ts'

const { active, issue, lapsed, enquiry, prospect, notInterested: notInterestedId } = memberStatus

const idOf = { issue, active, notInterested: notInterestedId } as const
const possibleFrom: Readonly<Record<keyof typeof idOf, readonly number[]>> = {
  issue: [active],
  active: [issue, lapsed],
  notInterested: [enquiry, prospect],
}

export const status: Kind<ChangeOf<'status'>> = {
  tables: ['club_member', 'member_status_change', 'plan_change', 'membership_freeze', 'class_member', 'booking'],
  movesMoney: true,
  whyNot({ memberStatusId }, { to, reasonId }) {
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
  context: Parameters<typeof renewMembership>[0],
  { id: clubMemberId, memberId: id, memberStatusId }: LockedMembership,
  { to, reason, reasonId }: ChangeOf<'status'>,
) {
  const which = { id, clubMemberId }
  if (to === 'notInterested') {
    if (reasonId === null) throw leftOut('Choose a reason first.')
    await notInterested(context, { ...which, reasonId })
  } else if (memberStatusId === lapsed) {
    await renewMembership(context, { ...which, reason, nextRenewal: null, memberUntil: null, nextPayment: null })
  } else await toggleIssueStatus(context, { ...which, reason })
}
