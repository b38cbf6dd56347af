import { paymentMethod } from '@honbu/contract/ids.ts'
import { inviteOne, sendInvitations } from '../../collections/index.ts'
import type { ChangeOf, Kind } from '../kind.ts'
import { whyNoPayer } from './payment.ts'

export const invite: Kind<ChangeOf<'invite'>> = {
  tables: [],
  sends: true,
  whyNot: membership =>
    whyNoPayer(membership) ||
    (membership.paymentMethodId === paymentMethod.directDebit ? '' : 'Doesn’t pay by Direct Debit.'),
  async apply(context, { memberId, clubId, today }) {
    const { name, email } = await inviteOne(context, { memberId, clubId, today })
    return `Email to ${name} (${email})`
  },
  finish: sendInvitations,
}
