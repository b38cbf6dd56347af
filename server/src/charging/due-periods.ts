import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import {
  type Anchor,
  anchorAt,
  costOf,
  daysIn,
  type Freeze,
  frozenDays,
  isByMonth,
  isDayOf,
  isOnSchedule,
  type Period,
  periodAt,
  repeats,
  stepFrom,
} from './billing-schedule.ts'

/** What is agreed: what a whole period costs, how often, and by what it is paid. */
export interface Terms {
  readonly frequencyId: number | null
  /** What is to be paid for a whole period; null: nothing was agreed. */
  readonly pence: number | null
  readonly paymentMethodId: number | null
  readonly trainingPlanId: number | null
  readonly planName: string
}

/** Terms that apply from a day on. */
export interface Change {
  readonly on: string
  readonly terms: Terms
  /** Undefined keeps the next payment. */
  readonly nextPayment?: string | null
  /** Ends the last period of the old terms on the day before. */
  readonly isProRata?: boolean
}

export interface Membership {
  readonly terms: Terms
  readonly nextPayment: string | null
  readonly change: Change | null
  /** Of somebody new, the day on which it begins; null for one that has gone on before it was charged here. */
  readonly newSince: string | null
  /** The member was added long after they joined, so they may have paid for these days elsewhere. */
  readonly isTypedLate: boolean
  readonly memberUntil: string | null
  readonly nextRenewal: string | null
  /** The days that have been charged last. */
  readonly last: { readonly until: string; readonly anchor: Anchor; readonly frequencyId: number } | null
  readonly freezes: readonly Freeze[]
}

export interface Asked {
  readonly today: string
  /** The last day on which something falls due that is wanted. */
  readonly dueUntil: string
  /** The day of the month, 1 to 28, on which periods of a month and more begin; null: the one that was agreed. */
  readonly billingDay: number | null
  /** No more periods than that, missed ones not counted. */
  readonly most?: number
}

export interface DuePeriod extends Period {
  readonly dueOn: string
  /** No run charges these days: an admin decides (gaps). */
  readonly isMissed: boolean
  readonly anchor: Anchor
  readonly frequencyId: number
  /** What a whole period costs. */
  readonly fullPence: number
  readonly pence: number
  readonly frozenDays: number
  /** Null only where there is nothing to pay. */
  readonly paymentMethodId: number | null
  readonly trainingPlanId: number | null
  readonly planName: string
}

/** Why nothing is charged, or nothing more. */
export type LeftOut = 'noPrice' | 'noFrequency' | 'noNextPayment' | 'noMethod' | 'ended'

export interface Due {
  readonly periods: readonly DuePeriod[]
  /** What the next payment is after these. */
  readonly nextPayment: string | null
  /** What stands in the way of more; null: nothing does, the rest is not due yet. */
  readonly leftOut: LeftOut | null
}

/** What was due longer ago than this is asked about before it is charged. */
const longAgoDays = 31
/** More than any run ever finds: a year of weeks, and some. */
const mostPeriods = 60

/**
 * Lists a membership's periods that are due by a day, in order, and the next payment after them. Covers each day from the
 * last charged one (or from joining) once: days before the next payment are pro rata. Marks periods as missed if no run may
 * charge them: a whole period or more before the next payment, periods due over a month ago, and days before a member was
 * added late. The price is that of a period's first day.
 */
export function duePeriods(membership: Membership, asked: Asked): Due {
  const periods: DuePeriod[] = []
  let at: At = { ...membership, isChanged: false, isInGap: false }
  let ordinary = 0
  for (;;) {
    const next = nextPeriod(at, asked)
    if (next === 'change') at = changed(at)
    else if (typeof next === 'string' || next === null || (!next.isMissed && ordinary === (asked.most ?? mostPeriods)))
      return { periods, nextPayment: settledPayment(at), leftOut: typeof next === 'string' ? next : null }
    else {
      periods.push(next)
      if (!next.isMissed) ordinary += 1
      const { until, anchor, frequencyId } = next
      at = {
        ...at,
        last: { until, anchor, frequencyId },
        nextPayment: repeats(frequencyId) ? laterOf(addDays(until, 1), at.nextPayment) : null,
        isInGap: next.isMissed && next.from < (at.nextPayment ?? ''),
      }
    }
  }
}

/** `isInGap`: the days before are missed, and so are those up to the next payment. */
type At = Membership & { readonly isChanged: boolean; readonly isInGap: boolean }

const laterOf = (day: string, other: string | null) => (other !== null && other > day ? other : day)

const changed = (at: At): At => ({
  ...at,
  isChanged: true,
  last: at.change?.isProRata && at.last ? { ...at.last, anchor: anchorAfter(at.last, at.change) } : at.last,
  terms: at.change?.terms ?? at.terms,
  nextPayment: at.change?.nextPayment === undefined ? at.nextPayment : at.change.nextPayment,
})

/** The schedule of the new terms begins with their next payment, unless that fits the old schedule. */
export function anchorAfter(
  { anchor, frequencyId }: NonNullable<Membership['last']>,
  { nextPayment }: Pick<Change, 'nextPayment'>,
): Anchor {
  if (!nextPayment || isOnSchedule(anchor, frequencyId, nextPayment)) return anchor
  return isDayOf(nextPayment, anchor.day) ? { on: nextPayment, day: anchor.day } : anchorAt(nextPayment)
}

function nextPeriod(at: At, asked: Asked): DuePeriod | LeftOut | 'change' | null {
  const { terms, nextPayment, memberUntil } = at
  const isToCome = at.change !== null && !at.isChanged
  // With nothing to pay until the change there is nothing to wait for but its own day.
  if (nextPayment === null) return isToCome && at.change?.nextPayment ? 'change' : noNext(at)
  if (terms.frequencyId === null) return 'noFrequency'
  if (isPaidOnce(at)) return null
  const from = firstDay(at, nextPayment, terms.frequencyId)
  const isMissed = isGap(at, { from, nextPayment, frequencyId: terms.frequencyId }, asked)
  if (isToCome && at.change && from >= at.change.on) return 'change'
  const dueOn = from > nextPayment ? from : nextPayment
  if (dueOn > asked.dueUntil) return null
  if (memberUntil !== null && from > memberUntil) return 'ended'
  if (terms.pence === null) return 'noPrice'
  if (terms.paymentMethodId === null && terms.pence > 0) return 'noMethod'
  const { frequencyId, pence } = terms
  const anchor = anchorOf(at, nextPayment, { from, frequencyId, billingDay: asked.billingDay })
  const whole = repeats(frequencyId) ? periodAt(anchor, frequencyId, from) : once(at, from)
  const ends = [
    memberUntil,
    isMissed && from < nextPayment ? addDays(nextPayment, -1) : null,
    isToCome && at.change?.isProRata ? addDays(at.change.on, -1) : null,
  ]
  const period = ends.reduce(cut, whole)
  return {
    ...period,
    dueOn,
    // What costs nothing is no question.
    isMissed: isMissed && costOf(period, pence, at.freezes) > 0,
    anchor,
    frequencyId,
    fullPence: pence,
    pence: costOf(period, pence, at.freezes),
    frozenDays: frozenDays(period, at.freezes),
    paymentMethodId: terms.paymentMethodId,
    trainingPlanId: terms.trainingPlanId,
    planName: terms.planName,
  }
}

/** What was paid once is settled; anything else without a next payment waits for somebody to say when. */
function noNext({ terms, last }: At): LeftOut | null {
  if (terms.pence === null) return 'noPrice'
  return last !== null && terms.frequencyId !== null && !repeats(terms.frequencyId) ? null : 'noNextPayment'
}

/** A next payment of the days that were paid once already. */
const isPaidOnce = ({ terms, last, nextPayment }: At): boolean =>
  last !== null &&
  last.frequencyId === terms.frequencyId &&
  !repeats(last.frequencyId) &&
  (nextPayment ?? '') <= last.until

/** The first day that is not charged yet. */
function firstDay({ last, newSince }: Membership, nextPayment: string, frequencyId: number): string {
  const free = last ? addDays(last.until, 1) : newSince
  if (free === null) return nextPayment
  if (free >= nextPayment) return free
  // Of what is paid once there is no part.
  return repeats(frequencyId) ? free : nextPayment
}

interface First {
  readonly from: string
  readonly nextPayment: string
  readonly frequencyId: number
}

/** Whether the period that begins on a day is one to ask about, rather than one to charge. */
function isGap(
  { last, isTypedLate, isInGap }: At,
  { from, nextPayment, frequencyId }: First,
  { today }: Asked,
): boolean {
  if (from >= nextPayment) return from < addDays(today, -longAgoDays)
  return isInGap || (isTypedLate && last === null) || stepFrom(anchorAt(nextPayment), frequencyId, -1) >= from
}

interface Beginning {
  readonly from: string
  readonly frequencyId: number
  readonly billingDay: number | null
}

/** A schedule goes on as it was while the next payment fits it; another day of payment begins another one. */
function anchorOf({ last }: Membership, nextPayment: string, { from, frequencyId, billingDay }: Beginning): Anchor {
  if (billingDay !== null && isByMonth(frequencyId)) {
    const day = `${from.slice(0, 8)}${String(billingDay).padStart(2, '0')}`
    return anchorAt(from <= day ? day : addMonths(day, 1))
  }
  if (!last) return anchorAt(nextPayment)
  const isNext = nextPayment === addDays(last.until, 1)
  if (last.frequencyId === frequencyId && (isNext || isOnSchedule(last.anchor, frequencyId, nextPayment)))
    return last.anchor
  return isDayOf(nextPayment, last.anchor.day) ? { on: nextPayment, day: last.anchor.day } : anchorAt(nextPayment)
}

/** What is paid once is for all of the time that is agreed, or for the day where nothing is. */
function once({ memberUntil, nextRenewal }: Membership, from: string): Period {
  const ends = [memberUntil, nextRenewal && addDays(nextRenewal, -1)]
  const until = ends.find(day => day && day >= from) ?? from
  return { from, until, wholeDays: daysIn({ from, until }) }
}

const cut = (period: Period, lastDay: string | null): Period =>
  lastDay !== null && lastDay < period.until ? { ...period, until: lastDay } : period

/**
 * A next payment that has been charged already, because a change of plan that was agreed before has written it anew, moves
 * to the day after. One that begins another schedule stays: it says which.
 */
function settledPayment(at: At): string | null {
  const { last, nextPayment, terms } = at
  if (isPaidOnce(at)) return null
  if (!last || nextPayment === null || nextPayment > last.until || terms.frequencyId !== last.frequencyId)
    return nextPayment
  return isOnSchedule(last.anchor, last.frequencyId, nextPayment) ? addDays(last.until, 1) : nextPayment
}
