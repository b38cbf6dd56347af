import { mediumDate } from '@honbu/contract/format.ts'
import { lapseMembership } from '../../membership/index.ts'
import type { ChangeOf, Kind } from '../kind.ts'
import { whyNoPayer } from './payment.ts'

export const end: Kind<ChangeOf<'end'>> = {
  tables: [
    ...(['club_member', 'member_status_change', 'plan_change', 'membership_freeze', 'membership_period'] as const),
    ...(['membership_gap', 'class_member', 'booking'] as const),
  ],
  movesMoney: true,
  whyNot: whyNoPayer,
  async apply(context, { memberId, id: clubMemberId, memberUntil: before }, { memberUntil, reason, givesBack, term }) {
    const ended = await lapseMembership(context, {
      ...{ id: memberId, clubMemberId, memberUntil, reason, givesBack, term },
      keepBookings: false,
    })
    const was = before && before !== ended.memberUntil ? ` (was ${mediumDate(before)})` : ''
    return `Ends on ${mediumDate(ended.memberUntil)}${was}`
  },
}
