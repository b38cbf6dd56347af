import { addDays, addMonths, startOfWeek, timeIn, todayIn, weekday } from '@honbu/contract/calendar.ts'

/** How far back registers, gradings' classes and history of the demo go. */
const monthsOfHistory = 18
/** How far ahead closures are known. */
const daysAhead = 365

export interface Day {
  readonly date: string
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number
}

/** When the demo is: everything in it is relative to this. */
export interface Clock {
  /** The date in the clubs' time zone. */
  readonly today: string
  /** The time of day there, HH:mm. */
  readonly time: string
  readonly monday: string
  /** The first day of which there are registers. */
  readonly historyFrom: string
  /** Every day from `historyFrom` to a year ahead, in order. */
  readonly days: readonly Day[]
}

export function clockAt(now: Date): Clock {
  const today = todayIn('Europe/London', now)
  const historyFrom = startOfWeek(addMonths(today, -monthsOfHistory))
  const days: Day[] = []
  const until = addDays(today, daysAhead)
  for (let date = historyFrom; date <= until; date = addDays(date, 1)) days.push({ date, weekday: weekday(date) })
  return { today, time: timeIn('Europe/London', now), monday: startOfWeek(today), historyFrom, days }
}

/** Of two dates. */
export function later(a: string, b: string): string {
  if (a > b) return a
  return b
}

export function earlier(a: string, b: string): string {
  if (a < b) return a
  return b
}

/** Is it over by now? */
export const isOver = (clock: Clock, date: string, finishTime: string) =>
  date < clock.today || (date === clock.today && finishTime <= clock.time)
