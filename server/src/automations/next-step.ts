import type { AutomationPlan, AutomationStep } from '@honbu/contract/automation-plan.ts'
import { addDays, instantAt, timeIn, todayIn } from '@honbu/contract/calendar.ts'

/** The class that was booked, by the club's clock. */
export interface BookedSession {
  readonly date: string
  /** HH:mm */
  readonly time: string
}

export interface Place {
  readonly timeZone: string
  /** Null: nothing was booked, or the class does not run on that day any more. */
  readonly session: BookedSession | null
}

type Action = Exclude<AutomationStep, { kind: 'waitFor' | 'waitUntil' | 'waitForClass' }>

/** What comes next in an automation, and when it was due. `index` is that of the step to take next, or after the wait. */
export type Next =
  | { readonly what: 'do'; readonly step: Action; readonly index: number; readonly due: Date }
  | { readonly what: 'wait'; readonly index: number; readonly due: Date }
  | { readonly what: 'stop'; readonly because: string }
  | { readonly what: 'missed'; readonly due: Date }
  | { readonly what: 'done' }

/** What is older than this is not done any more: after a night that was missed nobody is greeted for yesterday. */
const tooOld = 86_400_000
/** Before a class that begins sooner nobody is reminded of it. */
const tooLate = 2 * 3_600_000

export const tooLateForClass = 'The class begins too soon, or not at all'

export interface At {
  /** The step to take, from 0. */
  readonly index: number
  /** When it was due: what is waited for counts from there, whenever somebody gets round to it. */
  readonly due: Date
}

/** Waits that are over already are passed; the first thing to do, or the first wait that is not over, is the answer. */
export function nextOf({ steps }: Pick<AutomationPlan, 'steps'>, at: At, place: Place, now: Date): Next {
  let { due } = at
  // The class may have got another time, or none, while its day was waited for.
  const before = steps[at.index - 1]
  if (before?.kind === 'waitForClass') {
    const until = untilClass(before, due, place)
    if (!until || isTooLate(before, place, now)) return { what: 'stop', because: tooLateForClass }
    if (until > now) return { what: 'wait', index: at.index, due: until }
  }
  for (let index = at.index; ; index++) {
    const step = steps[index]
    if (isTooOld(due, now)) return { what: 'missed', due }
    if (!step) return { what: 'done' }
    if (step.kind !== 'waitFor' && step.kind !== 'waitUntil' && step.kind !== 'waitForClass')
      return { what: 'do', step, index, due }
    const until = waitedUntil(step, due, place)
    if (!until || (step.kind === 'waitForClass' && isTooLate(step, place, now)))
      return { what: 'stop', because: tooLateForClass }
    if (until > now) return { what: 'wait', index: index + 1, due: until }
    due = until
  }
}

export const isTooOld = (due: Date, now: Date): boolean => now.getTime() - due.getTime() > tooOld

type Wait = Exclude<AutomationStep, Action>

/** When a wait that begins at `from` is over; null: never. Days are those of the calendar: 24 hours or not. */
export function waitedUntil(step: Wait, from: Date, place: Place): Date | null {
  const { timeZone } = place
  switch (step.kind) {
    case 'waitFor': {
      const day = addDays(todayIn(timeZone, from), step.days)
      const start = step.days === 0 ? from : sameTimeOn(timeZone, day, from)
      return new Date(start.getTime() + step.hours * 3_600_000)
    }
    case 'waitUntil': {
      const today = todayIn(timeZone, from)
      const then = instantAt(timeZone, today, step.time)
      return then >= from ? then : instantAt(timeZone, addDays(today, 1), step.time)
    }
    case 'waitForClass':
      return untilClass(step, from, place)
  }
}

function sameTimeOn(timeZone: string, day: string, instant: Date): Date {
  const seconds = instant.getTime() % 60_000
  return new Date(instantAt(timeZone, day, timeIn(timeZone, instant)).getTime() + seconds)
}

function untilClass({ days, time }: Extract<Wait, { kind: 'waitForClass' }>, from: Date, place: Place): Date | null {
  if (!place.session) return null
  const { date, time: startTime } = place.session
  const until = instantAt(place.timeZone, addDays(date, days), time ?? startTime)
  return until < from ? from : until
}

/** What is said before a class has to come early enough; what is said after it has all the time. */
function isTooLate({ days, time }: Extract<Wait, { kind: 'waitForClass' }>, place: Place, now: Date): boolean {
  if (!place.session) return true
  const start = instantAt(place.timeZone, place.session.date, place.session.time)
  const meant = instantAt(place.timeZone, addDays(place.session.date, days), time ?? place.session.time)
  return meant < start && start.getTime() - now.getTime() < tooLate
}
