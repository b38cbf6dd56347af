import { mediumDate } from '@honbu/contract/format.ts'
import { saveFreeze } from '../../charging/index.ts'
import type { ChangeOf, Kind } from '../kind.ts'

export const freeze: Kind<ChangeOf<'freeze'>> = {
  tables: ['membership_freeze', 'membership_period'],
  movesMoney: true,
  async apply(context, { memberId, id: clubMemberId }, { from, until, price, reason }) {
    await saveFreeze(context, {
      ...{ id: memberId, clubMemberId, freezeId: null, from, until, price, reason },
      cancelBookings: false,
    })
    return until ? `Frozen ${mediumDate(from)} to ${mediumDate(until)}` : `Frozen from ${mediumDate(from)}`
  },
}
