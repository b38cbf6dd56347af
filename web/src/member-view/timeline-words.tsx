import type { Output } from '@honbu/contract/endpoint.ts'
import { currency } from '@honbu/contract/format.ts'
import { names } from '@honbu/contract/ids.ts'
import type { getTimeline } from '@honbu/contract/member-view.ts'
import {
  IconArrowRight,
  IconCash,
  IconCertificate,
  IconCertificateOff,
  IconCoinPound,
  IconDoorEnter,
  IconDoorExit,
  IconFlag,
  IconNote,
  IconTicket,
  IconTicketOff,
  IconUserPlus,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import { type MemberTab, memberTabAddress } from './member-tabs.ts'

type Entry = Output<typeof getTimeline>['entries'][number]

const size = { size: 18, 'aria-hidden': true } as const

export function entryIcon({ kind, isGood }: Entry): ReactNode {
  if (kind === 'grading') return isGood ? <IconCertificate {...size} /> : <IconCertificateOff {...size} />
  if (kind === 'booking') return isGood ? <IconTicket {...size} /> : <IconTicketOff {...size} />
  return icons[kind]
}

const icons = {
  joined: <IconUserPlus {...size} />,
  status: <IconArrowRight {...size} />,
  firstClass: <IconFlag {...size} />,
  note: <IconNote {...size} />,
  enrolled: <IconDoorEnter {...size} />,
  left: <IconDoorExit {...size} />,
  charge: <IconCoinPound {...size} />,
  payment: <IconCash {...size} />,
} as const

/** The sentence of an entry; what it speaks of leads to its tab. */
export function entryWords(entry: Entry, memberId: number): ReactNode {
  const tab = tabs[entry.kind]
  const words = sentence(entry)
  return tab ? <AppLink to={memberTabAddress(memberId, tab)}>{words}</AppLink> : words
}

const tabs: Readonly<Partial<Record<Entry['kind'], MemberTab>>> = {
  status: 'membership',
  grading: 'grades',
  note: 'notes',
  booking: 'bookings',
  enrolled: 'classes',
  left: 'classes',
  firstClass: 'classes',
  charge: 'money',
  payment: 'money',
}

function sentence({ kind, title, fromStatusId, toStatusId, amount, isGood }: Entry): string {
  const pounds = currency(Math.abs(amount ?? 0))
  switch (kind) {
    case 'joined':
      return 'Added to the club'
    case 'status':
      return `From ${nameOf(fromStatusId)} to ${nameOf(toStatusId)}`
    case 'firstClass':
      return `First class: ${title}`
    case 'grading':
      return isGood ? `Graded to ${title}` : `Did not pass for ${title}`
    case 'note':
      return `Note: ${title}`
    case 'booking':
      return isGood ? `Booked for ${title}` : `Booking for ${title} cancelled`
    case 'enrolled':
      return `Enrolled in ${title}`
    case 'left':
      return `Left ${title}`
    case 'charge':
      if (!isGood) return `Charge taken back, ${pounds}: ${title}`
      return `${(amount ?? 0) < 0 ? 'Credit of' : 'Charged'} ${pounds}: ${title}`
    case 'payment':
      return `${(amount ?? 0) < 0 ? 'Refunded' : 'Paid'} ${pounds}${title && `, ${title}`}`
  }
}

const nameOf = (statusId: number | null) => (statusId === null ? 'nothing' : (names[statusId] ?? `status ${statusId}`))
