import { addDays, addMonths, daysBetween } from '@honbu/contract/calendar.ts'
import { subFrequency } from '@honbu/contract/ids.ts'

/**
 * When the periods of a schedule begin: on `on`, and from there in steps of the frequency, always on the day of the month
 * that was agreed (`day`) or, in a month that is too short, on its last: 31 Jan → 28 Feb → 31 Mar.
 */
export interface Anchor {
  readonly on: string
  /** 1 to 31; that of `on`, unless the month of `on` is too short for it. */
  readonly day: number
}

/** The days from `from` to `until`, both included, and how many the whole period has of which they are a part. */
export interface Period {
  readonly from: string
  readonly until: string
  readonly wholeDays: number
}

/** Months of a period; a week and what is paid once have none. */
const monthsIn: Readonly<Record<number, number>> = {
  [subFrequency.monthly]: 1,
  [subFrequency.quarterly]: 3,
  [subFrequency.yearly]: 12,
}

/** Whether a frequency has periods that follow each other; what is paid once has none. */
export const repeats = (frequencyId: number): boolean =>
  frequencyId === subFrequency.weekly || monthsIn[frequencyId] !== undefined

/** Whether periods are counted in months. */
export const isByMonth = (frequencyId: number): boolean => monthsIn[frequencyId] !== undefined

export const anchorAt = (date: string): Anchor => ({ on: date, day: dayOf(date) })

const dayOf = (date: string) => Number(date.slice(8))

/** Whether a day is the one that an agreed day of the month gives in its month: 28 Feb for the 31st. */
export const isDayOf = (date: string, day: number): boolean => addMonths(date, 0, day) === date

/** The first day of the period so many steps after the anchor. A frequency that does not repeat is a RangeError. */
export function stepFrom({ on, day }: Anchor, frequencyId: number, steps: number): string {
  if (frequencyId === subFrequency.weekly) return addDays(on, 7 * steps)
  const months = monthsIn[frequencyId]
  if (months === undefined) throw new RangeError(`Frequency ${frequencyId} has no periods`)
  return addMonths(on, months * steps, day)
}

/**
 * The period of a schedule in which a day lies, from that day on: whole when it is its first day, else the part that is
 * left of it.
 */
export function periodAt(anchor: Anchor, frequencyId: number, from: string): Period {
  let steps = stepsTo(anchor, frequencyId, from)
  while (stepFrom(anchor, frequencyId, steps) > from) steps -= 1
  while (stepFrom(anchor, frequencyId, steps + 1) <= from) steps += 1
  const begin = stepFrom(anchor, frequencyId, steps)
  const next = stepFrom(anchor, frequencyId, steps + 1)
  return { from, until: addDays(next, -1), wholeDays: daysBetween(begin, next) }
}

/** About how many steps lie between: the loops above do the rest. */
function stepsTo({ on }: Anchor, frequencyId: number, date: string): number {
  const days = daysBetween(on, date)
  return Math.floor(days / (monthsIn[frequencyId] ? 30.44 * monthsIn[frequencyId] : 7))
}

/** Whether a period of the schedule begins on that day. */
export const isOnSchedule = (anchor: Anchor, frequencyId: number, date: string): boolean =>
  repeats(frequencyId) && periodAt(anchor, frequencyId, date).wholeDays === daysIn(periodAt(anchor, frequencyId, date))

export const daysIn = ({ from, until }: Pick<Period, 'from' | 'until'>): number => daysBetween(from, until) + 1

/** Days on which a membership lies still, for another price a period; `until` null: without an end. */
export interface Freeze {
  readonly from: string
  readonly until: string | null
  readonly pence: number
}

/**
 * What the days of a period cost, in whole pence: of the price of a whole period as many parts as there are days, and for
 * frozen days the freeze's price in its place (never more than the usual one). Rounded once, at the end, to the nearest
 * penny, halves up.
 */
export function costOf(period: Period, pence: number, freezes: readonly Freeze[] = []): number {
  const frozen = freezes.map(freeze => ({ days: sharedDays(period, freeze), pence: Math.min(freeze.pence, pence) }))
  const still = frozen.reduce((sum, each) => sum + each.days, 0)
  const parts = frozen.reduce((sum, each) => sum + each.days * each.pence, (daysIn(period) - still) * pence)
  return Math.floor((2 * parts + period.wholeDays) / (2 * period.wholeDays))
}

/** How many days of a period are frozen. */
export const frozenDays = (period: Pick<Period, 'from' | 'until'>, freezes: readonly Freeze[]): number =>
  freezes.reduce((sum, freeze) => sum + sharedDays(period, freeze), 0)

function sharedDays({ from, until }: Pick<Period, 'from' | 'until'>, freeze: Freeze): number {
  const first = freeze.from > from ? freeze.from : from
  const last = freeze.until !== null && freeze.until < until ? freeze.until : until
  return Math.max(0, daysBetween(first, last) + 1)
}
