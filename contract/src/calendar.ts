import * as z from 'zod/mini'

/**
 * Calendar dates are 'YYYY-MM-DD' strings, 0001-01-01 to 9999-12-31 in the Gregorian calendar: no time, no zone. They sort
 * and compare as strings (`a < b`). Every function here but `todayIn` and `timeIn` gives the same answer in every time zone
 * of the machine, and throws a RangeError when it is given, or would answer, something that is not such a date.
 */

/** What is counted leaves the years 1 to 9999: the date that it was counted from was a slip of the keys. */
export class OutsideCalendar extends RangeError {}

const dayLength = 86_400_000
const daysOf400Years = 146_097

/** Is this a day of the calendar, written YYYY-MM-DD? 2026-02-30 is not. Asked of each date that comes or goes. */
export function isDate(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const { year, month, day } = split(text)
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= lastDay(year, month)
}

/** The date `days` later; earlier when negative. */
export const addDays = (date: string, days: number) => printDay(dayNumber(date) + days)

/**
 * The same day of the month `months` later; earlier when negative. A month that is too short gives its last day.
 * Steps of a schedule start from the day that was agreed, so that 31 Jan → 28 Feb → 31 Mar: either add 1, 2, … months to
 * the first date, or give the agreed day as `dayOfMonth`.
 */
export function addMonths(date: string, months: number, dayOfMonth = parts(date).day): string {
  const { year, month } = parts(date)
  const count = year * 12 + (month - 1) + months
  const first = print(Math.floor(count / 12), (((count % 12) + 12) % 12) + 1, 1)
  return first.slice(0, 8) + pad(Math.min(dayOfMonth, daysInMonth(first)), 2)
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string) => dayNumber(to) - dayNumber(from)

/**
 * Whole months from `from` to `to` by the month-end rule of `addMonths`: the largest n with addMonths(from, n) ≤ to, so
 * 31 Jan to 28 Feb is one month. Negative, by the same count, when `to` is earlier.
 */
export function monthsBetween(from: string, to: string): number {
  if (to < from) return 0 - monthsBetween(to, from)
  const a = parts(from)
  const b = parts(to)
  const months = (b.year - a.year) * 12 + b.month - a.month
  return b.day >= Math.min(a.day, daysInMonth(to)) ? months : months - 1
}

/** 1 Monday … 7 Sunday (ISO 8601). */
export function weekday(date: string): number {
  // Day 0, 1970-01-01, was a Thursday.
  return ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1
}

/** The Monday of the week that the date is in. */
export const startOfWeek = (date: string) => addDays(date, 1 - weekday(date))

/**
 * Age in whole years on `day`; negative before birth. Someone born on 29 February is a year older on 1 March in a common
 * year, as is the custom in the United Kingdom.
 */
export function ageOn(dob: string, day: string): number {
  const years = parts(day).year - parts(dob).year
  return day.slice(5) < dob.slice(5) ? years - 1 : years
}

/** The calendar date that `now` falls on in a time zone, e.g. 'Europe/London'. An unknown zone is a RangeError. */
export function todayIn(timeZone: string, now: Date): string {
  const { year, month, day } = wallClock(timeZone, now)
  return print(Number(year), Number(month), Number(day))
}

/** The time of day, 'HH:mm', that the clock shows in a time zone at an instant. An unknown zone is a RangeError. */
export function timeIn(timeZone: string, instant: Date): string {
  const { hour, minute } = wallClock(timeZone, instant)
  return `${hour}:${minute}`
}

/**
 * The instant at which a clock in a time zone shows a date and time of day; '24:00' is the midnight that ends the day, and
 * '25:30' is 01:30 on the next one. A time that a clock change leaves out is taken as much later; of one that comes twice it is the first.
 */
export function instantAt(timeZone: string, date: string, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wanted = Date.parse(`${date}T00:00:00Z`) + (hours * 60 + minutes) * 60_000
  // What the zone was ahead of UTC some hours before, and some hours after: around a clock change the two differ.
  const [before, after] = [wanted - 86_400_000, wanted + 86_400_000].map(instant => aheadOfUtc(timeZone, instant))
  const shows = (instant: number) => instant + aheadOfUtc(timeZone, instant) === wanted
  const [asBefore, asAfter] = [wanted - (before ?? 0), wanted - (after ?? 0)]
  return new Date(!shows(asBefore) && shows(asAfter) ? asAfter : asBefore)
}

function aheadOfUtc(timeZone: string, instant: number): number {
  const moment = new Date(instant)
  return (
    Date.parse(`${todayIn(timeZone, moment)}T${timeIn(timeZone, moment)}:00Z`) - Math.floor(instant / 60_000) * 60_000
  )
}

/** What is said to who calls the API; a form says it in the way in which people write dates. */
export const notADate = 'Give a date as YYYY-MM-DD'

/** A calendar date on the wire. */
export const date = z
  .string({ error: notADate })
  .check(z.meta({ format: 'date' }), z.refine(isDate, { error: issue => dateMessage(issue.input) }))

/** A time of day on the wire, 'HH:mm', 00:00 to 23:59. */
export const timeOfDay = z
  .string({ error: 'Give a time as HH:mm' })
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'Give a time as HH:mm, 00:00 to 23:59' }))

/** The time of day at which something finishes: as `timeOfDay`, and 24:00 for the end of the day. */
export const finishTime = z
  .string({ error: 'Give a time as HH:mm' })
  .check(z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: 'Give a time as HH:mm, 00:00 to 24:00' }))

function dateMessage(input: unknown): string {
  const written = typeof input === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(input)
  return written ? `${input} is not a day of the calendar` : notADate
}

/** Days since 1970-01-01. */
function dayNumber(date: string): number {
  const { year, month, day } = parts(date)
  // Of a year below 100 it makes one of the last century; 400 years are the same number of days anywhere.
  return Date.UTC(year + 400, month - 1, day) / dayLength - daysOf400Years
}

function printDay(number: number): string {
  const instant = new Date(number * dayLength)
  if (!Number.isInteger(number)) throw new RangeError(`Not a day: ${number}`)
  if (Number.isNaN(instant.getTime())) throw new OutsideCalendar(`Not a day of the years 1 to 9999: ${number}`)
  return print(instant.getUTCFullYear(), instant.getUTCMonth() + 1, instant.getUTCDate())
}

function print(year: number, month: number, day: number): string {
  if (!(year >= 1 && year <= 9999)) throw new OutsideCalendar(`Not a year from 1 to 9999: ${year}`)
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

const pad = (number: number, width: number) => String(number).padStart(width, '0')

function parts(date: string) {
  if (!isDate(date)) throw new RangeError(`Not a calendar date: ${date}`)
  return split(date)
}

/** Of digits only. By their codes: a report looks at tens of thousands of dates. */
const split = (date: string) => ({
  year: digits(date, 0, 4),
  month: digits(date, 5, 7),
  day: digits(date, 8, 10),
})

function digits(text: string, from: number, until: number): number {
  let number = 0
  for (let place = from; place < until; place++) number = number * 10 + text.charCodeAt(place) - 48
  return number
}

function daysInMonth(date: string): number {
  const { year, month } = parts(date)
  return lastDay(year, month)
}

function lastDay(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Making a formatter costs far more than using it. Only names that Intl knows get here, so the map stays small. */
const clocks = new Map<string, Intl.DateTimeFormat>()

type ClockParts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

/** What was shown last: nearly always the same minute is asked for again. */
const shownLast = new Map<string, { readonly minute: number; readonly parts: ClockParts }>()

function wallClock(timeZone: string, instant: Date): ClockParts {
  const minute = Math.floor(instant.getTime() / 60_000)
  const last = shownLast.get(timeZone)
  if (last?.minute === minute) return last.parts
  const parts = readClock(timeZone, instant)
  shownLast.set(timeZone, { minute, parts })
  return parts
}

function readClock(timeZone: string, instant: Date): ClockParts {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clocks.set(timeZone, clock)
  }
  return Object.fromEntries(clock.formatToParts(instant).map(part => [part.type, part.value]))
}
