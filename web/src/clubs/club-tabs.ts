import type { TabLink } from '../ui/Tabs.tsx'
import { clubAddress } from './club-address.ts'

/** The tabs of Club Admin, in order. */
export const clubTabs = [
  ['club-schedule', 'Schedule'],
  ['details', 'Details'],
  ['classes-and-events', 'Classes and events'],
  ['locations', 'Locations'],
  ['disciplines', 'Disciplines'],
  ['users', 'Users'],
  ['members', 'Members'],
  ['products', 'Products'],
  ['discounts', 'Discounts'],
  ['training-plans', 'Training plans'],
  ['charging', 'Charging'],
  ['payouts', 'Money'],
  ['settings', 'Settings'],
] as const

export type ClubTab = (typeof clubTabs)[number][0]

export const clubTabLinks = (clubId: number): TabLink[] =>
  clubTabs.map(([id, text]) => ({ id, text, to: clubAddress(clubId, id) }))
