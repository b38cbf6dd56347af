import { memberStatus } from '@honbu/contract/ids.ts'
import { IconCalendarPlus, IconNote, IconPencil, IconPhone, IconSend, IconShoppingBag } from '@tabler/icons-react'
import { useRights } from '../app/rights.ts'
import { memberUpdateAddress } from '../members/member-address.ts'
import type { AskedMove } from '../membership/asked-moves.ts'
import { memberOrderAddress } from '../orders/order-address.ts'
import { PrivacyMenu } from '../privacy/PrivacyMenu.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { telOf } from '../ui/tel.ts'
import css from './MemberActions.module.css'
import { memberTabAddress } from './member-tabs.ts'
import type { MemberDetails } from './panel-props.ts'

/** What is done most often with a member. */
export function MemberActions({ details }: { details: MemberDetails }) {
  const phone = callable(details)
  const { memberId, memberships } = details
  const { mayInAny } = useRights()
  const maySell = mayInAny(
    'takePayments',
    memberships.map(({ clubId }) => clubId),
  )
  const hasMembership = memberships.some(
    ({ isOurs, memberStatusId: status }) => isOurs && (status === memberStatus.active || status === memberStatus.issue),
  )
  const move = (text: string, asked: AskedMove): MenuItem => ({
    text,
    to: memberTabAddress(memberId, 'membership'),
    search: { move: asked },
  })
  const moves = [move('Change plan', 'plan'), move('Freeze membership', 'freeze'), move('End membership', 'lapse')]
  return (
    <div className={css.actions}>
      {phone && (
        <a href={telOf(phone.number)} className={buttonClass()} title={phone.number}>
          <IconPhone size={18} aria-hidden="true" />
          Call {phone.whom}
        </a>
      )}
      <AppLink to={memberTabAddress(memberId, 'notes')} search={{ new: '1' }} className={buttonClass()}>
        <IconNote size={18} aria-hidden="true" />
        Note
      </AppLink>
      <AppLink to={memberTabAddress(memberId, 'bookings')} className={buttonClass()}>
        <IconCalendarPlus size={18} aria-hidden="true" />
        Book
      </AppLink>
      {maySell && (
        <AppLink to={memberOrderAddress(memberId)} className={buttonClass()}>
          <IconShoppingBag size={18} aria-hidden="true" />
          Sell
        </AppLink>
      )}
      <AppLink to="/create-message" search={{ member: String(memberId) }} className={buttonClass()}>
        <IconSend size={18} aria-hidden="true" />
        Message
      </AppLink>
      <AppLink to={memberUpdateAddress(memberId)} className={buttonClass('primary')}>
        <IconPencil size={18} aria-hidden="true" />
        Edit
      </AppLink>
      <PrivacyMenu
        details={details}
        items={hasMembership ? moves : []}
        isAdmin={memberships.every(({ isAdmin }) => isAdmin)}
      />
    </div>
  )
}

/** The member's own number, or the first guardian's. */
function callable({ phoneMob, phoneDay, phoneEve, firstName, contacts }: MemberDetails) {
  const own = phoneMob || phoneDay || phoneEve
  if (own) return { number: own, whom: firstName.slice(0, 20) }
  const contact = contacts.find(({ phone }) => phone)
  return contact?.phone ? { number: contact.phone, whom: (contact.relationship || contact.name).slice(0, 20) } : null
}
