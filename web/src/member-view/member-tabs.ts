import { memberAddress } from '../members/member-address.ts'
import type { TabLink } from '../ui/Tabs.tsx'

/** The tabs of the member view, in order. The first is the member's plain address. */
export const memberTabs = [
  ['summary', 'Summary'],
  ['membership', 'Membership'],
  ['grades', 'Grades'],
  ['classes', 'Attendance'],
  ['money', 'Payments'],
  ['notes', 'Notes'],
  ['contacts', 'Contacts'],
  ['linked', 'Linked'],
  ['tags', 'Tags'],
  ['documents', 'Documents'],
  ['bookings', 'Bookings'],
  ['messages', 'Messages'],
] as const

export type MemberTab = (typeof memberTabs)[number][0]

export const memberTabAddress = (memberId: number, tab: MemberTab) =>
  tab === 'summary' ? memberAddress(memberId) : `${memberAddress(memberId)}/${tab}`

export const memberTabLinks = (memberId: number): TabLink[] =>
  memberTabs.map(([id, text]) => ({ id, text, to: memberTabAddress(memberId, id) }))

/** The slug of the address; what is no tab (the member's name, say) is the summary. */
export const memberTabOf = (slug: string | undefined): MemberTab =>
  memberTabs.find(([id]) => id === slug)?.[0] ?? 'summary'
