import { clubAddress } from '../clubs/club-address.ts'

/** The views of the tab, in order; the first has the tab's own address. */
export const views = [
  ['payouts', 'Payouts'],
  ['failed', 'Failed payments'],
  ['debt', 'Debt'],
  ['mandates', 'Mandates to take over'],
] as const
export type View = (typeof views)[number][0]

export const recoveryAddress = (clubId: number, view: View) =>
  view === 'payouts' ? clubAddress(clubId, 'payouts') : `${clubAddress(clubId, 'payouts')}?view=${view}`

export const payoutAddress = (clubId: number, payoutId: number) =>
  `${clubAddress(clubId, 'payouts')}?payout=${payoutId}`
