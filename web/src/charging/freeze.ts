import type { getFreezes, previewFreeze } from '@honbu/contract/charging.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'

export type Freeze = Output<typeof getFreezes>[number]
export type Effect = Output<typeof previewFreeze>['effects'][number]

/** 'from 1 Aug 2026 to 31 Aug 2026', 'from 1 Aug 2026, until further notice' */
export const freezeDays = ({ from, until }: Pick<Freeze, 'from' | 'until'>) =>
  `from ${mediumDate(from)}${until ? ` to ${mediumDate(until)}` : ', until further notice'}`

/** What several periods that are put right come to, in words; null: nothing of them was charged. */
export function effectsWords(effects: readonly Effect[]): string | null {
  const [only, ...more] = effects
  if (!only) return null
  if (more.length === 0) return effectWords(only)
  const pence = effects.reduce((sum, { before, after }) => sum + Math.round((after - before) * 100), 0)
  const periods = `${effects.length} periods are put right`
  if (pence === 0) return `${periods}.`
  const sum = currency(Math.abs(pence) / 100)
  return `${periods}: ${sum} ${pence < 0 ? 'is given back as credit' : 'is charged'} in all`
}

/** What of the charged days is put right, in words. */
export const effectWords = ({ periodFrom, periodUntil, before, after }: Effect) =>
  `${mediumDate(periodFrom)} to ${mediumDate(periodUntil)}: ${currency(after)} instead of ${currency(before)}, so ` +
  (after < before ? `${currency(before - after)} is given back as credit` : `${currency(after - before)} is charged`)
