import type { getFreezes, previewFreeze } from '@honbu/contract/charging.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'

export type Freeze = Output<typeof getFreezes>[number]
export type Effect = Output<typeof previewFreeze>['effects'][number]

/** 'from 1 Aug 2026 to 31 Aug 2026', 'from 1 Aug 2026, until further notice' */
export const freezeDays = ({ from, until }: Pick<Freeze, 'from' | 'until'>) =>
  `from ${mediumDate(from)}${until ? ` to ${mediumDate(until)}` : ', until further notice'}`

/** What of the charged days is put right, in words. */
export const effectWords = ({ periodFrom, periodUntil, before, after }: Effect) =>
  `${mediumDate(periodFrom)} to ${mediumDate(periodUntil)}: ${currency(after)} instead of ${currency(before)}, so ` +
  (after < before ? `${currency(before - after)} is given back as credit` : `${currency(after - before)} is charged`)
