import { mediumDate } from '@honbu/contract/format.ts'
import { memberStatus, names } from '@honbu/contract/ids.ts'
import { type LockedMembership, saveMembership } from '../../membership/index.ts'
import { type ChangeOf, fromTo, type Kind } from '../kind.ts'
import { asSaved } from './as-saved.ts'

export const paymentMethod: Kind<ChangeOf<'paymentMethod'>> = {
  tables: ['club_member'],
  movesMoney: true,
  whyNot: (membership, { paymentMethodId }) =>
    membership.paymentMethodId === paymentMethodId ? 'Pays this way already.' : whyNoPayer(membership),
  async apply(context, membership, { paymentMethodId }) {
    await saveMembership(context, { ...asSaved(membership), paymentMethodId })
    return fromTo(names[membership.paymentMethodId ?? 0] ?? 'No way to pay', names[paymentMethodId] ?? '')
  },
}

export const nextPayment: Kind<ChangeOf<'nextPayment'>> = {
  tables: ['club_member'],
  movesMoney: true,
  whyNot(membership, { nextPayment: day }) {
    if (day < membership.today) return 'The day is in the past.'
    return membership.nextPayment === day ? 'Pays on this day already.' : whyNoPayer(membership)
  },
  async apply(context, membership, { nextPayment: day }) {
    await saveMembership(context, { ...asSaved(membership), nextPayment: day })
    const before = membership.nextPayment
    return fromTo(before ? mediumDate(before) : 'No next payment', mediumDate(day))
  },
}

/** Members who have left, or haven't joined, pay for no membership. */
export const whyNoPayer = ({ memberStatusId }: LockedMembership) =>
  memberStatusId === memberStatus.active || memberStatusId === memberStatus.issue
    ? ''
    : `Their membership is “${names[memberStatusId]}”.`
