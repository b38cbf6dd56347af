import { memberStatus } from '@honbu/contract/ids.ts'
import {
  IconCalendarPlus,
  IconMessage,
  IconNote,
  IconPencil,
  IconPhone,
  IconSend,
  IconShoppingBag,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRights } from '../app/rights.ts'
import { memberUpdateAddress } from '../members/member-address.ts'
import type { AskedMove } from '../membership/asked-moves.ts'
import { memberOrderAddress } from '../orders/order-address.ts'
import { PrivacyMenu } from '../privacy/PrivacyMenu.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { telOf } from '../ui/tel.ts'
import { whomToCall } from './glance-text.ts'
import css from './MemberActions.module.css'
import { memberTabAddress } from './member-tabs.ts'
import type { MemberDetails } from './panel-props.ts'

const AnswerDialog = lazy(() => import('../enquiries/AnswerDialog.tsx').then(m => ({ default: m.AnswerDialog })))

/** They have asked, and aren't members yet. */
const isAsking: readonly number[] = [memberStatus.enquiry, memberStatus.prospect]

/** What is done most often with a member. */
export function MemberActions({ details }: { details: MemberDetails }) {
  const called = whomToCall(details)
  const { memberId, memberships } = details
  const { mayInAny } = useRights()
  const [isAnswering, setAnswering] = useState(false)
  const asking = memberships.find(({ isOurs, memberStatusId }) => isOurs && isAsking.includes(memberStatusId))
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
      {called && (
        <a href={telOf(called.phone)} className={buttonClass()} title={called.phone}>
          <IconPhone size={18} aria-hidden="true" />
          Call {called.name.split(' ')[0]?.slice(0, 20)}
          {called.relationship && `, ${called.relationship.toLowerCase().slice(0, 20)}`}
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
      {asking ? (
        <Button onClick={() => setAnswering(true)}>
          <IconMessage size={18} aria-hidden="true" />
          Answer
        </Button>
      ) : (
        <AppLink to="/create-message" search={{ member: String(memberId) }} className={buttonClass()}>
          <IconSend size={18} aria-hidden="true" />
          Message
        </AppLink>
      )}
      {asking && isAnswering && (
        <Suspense>
          <AnswerDialog
            {...{ memberId, clubId: asking.clubId, asked: '' }}
            name={`${details.firstName} ${details.lastName}`.trim()}
            onClose={() => setAnswering(false)}
          />
        </Suspense>
      )}
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
