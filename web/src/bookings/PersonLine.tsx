import { IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { telOf } from '../ui/tel.ts'
import css from './PersonLine.module.css'
import type { Bookings } from './slot-state.ts'

type Person = Omit<Bookings['booked'][number], 'bookingId' | 'bookedAt' | 'attended'>

interface Props {
  person: Person
  /** In front of the name: a place in the line. */
  before?: ReactNode
  children?: ReactNode
  actions?: ReactNode
}

export const nameOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

/** A member with what has to be known to reach them. */
export function PersonLine({ person, before, children, actions }: Props) {
  return (
    <li className={css.line}>
      {before}
      <Avatar {...person} size="small" />
      <div className={css.words}>
        <span className={css.name}>
          <AppLink to={memberAddress(person.memberId)}>{nameOf(person)}</AppLink>
          <MemberStatus id={person.memberStatusId} />
        </span>
        {person.email === '' && <NoAddress phone={person.phone} />}
        {children}
      </div>
      {actions && <span className={css.actions}>{actions}</span>}
    </li>
  )
}

/** Nobody can write to them. */
function NoAddress({ phone }: { phone: string }) {
  return (
    <span className={css.noAddress}>
      <IconPhone size={14} aria-hidden="true" />
      No address: call them{phone === '' ? ' (no number either)' : ' on '}
      {phone !== '' && <a href={telOf(phone)}>{phone}</a>}
    </span>
  )
}
