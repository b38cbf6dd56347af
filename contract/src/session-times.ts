import { instantAt } from './calendar.ts'
import { endsNextDay, type Span } from './time-of-day.ts'

/** Hours that something may last that runs past midnight: with more, someone has mistyped. */
const longestNight = 12

/** Minutes since the midnight before it starts, of its start and of its finish: 22:00 to 01:00 are 1320 and 1500. */
export function minutesOf(span: Span): { from: number; to: number } {
  const [from, to] = [minutes(span.startTime), minutes(span.finishTime)]
  return { from, to: endsNextDay(span) ? to + minutesOfDay : to }
}

/** The instant at which something finishes that starts on a date, on the clock of a time zone. */
export function finishInstant(timeZone: string, date: string, span: Span): Date {
  const { to } = minutesOf(span)
  return instantAt(timeZone, date, `${Math.floor(to / 60)}:${to % 60}`)
}

/** What is wrong with a start and a finish; null: nothing. */
export function timesError(span: Span): string | null {
  if (!endsNextDay(span)) return null
  const { from, to } = minutesOf(span)
  if (span.startTime !== span.finishTime && to - from <= longestNight * 60) return null
  return `Should finish after it starts. Past midnight it can last up to ${longestNight} hours.`
}

const minutes = (timeOfDay: string) => Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3, 5))

const minutesOfDay = 24 * 60
