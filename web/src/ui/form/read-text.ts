import { isDate, notADate } from '@honbu/contract/calendar.ts'
import { commaProblem, readNumber } from '@honbu/contract/written-number.ts'

/*
 * What a person writes into a field, as the value it stands for; undefined when it stands for none. 2026 is written
 * 26 by hand: two digits are of this century.
 */

/** '12', '1,200' */
export function readWhole(text: string): number | undefined {
  const number = readNumber(text, 0)
  return number !== undefined && Math.abs(number) < 1e9 ? number : undefined
}

/** '12', '£1,250.50', '.5' in pounds. */
export function readMoney(text: string): number | undefined {
  const number = readNumber(text.trim().replace(/^£/, ''), 2)
  return number !== undefined && Math.abs(number) < 1e7 ? number : undefined
}

/** Says what is wrong with a text that is no number, with what to type where its comma is the matter. */
export const wrongNumber = (decimals: number) => (wrong: string, value: unknown) =>
  (typeof value === 'string' && commaProblem(value, decimals)) || wrong

export const writeMoney = (pounds: number) => pounds.toFixed(2)

/** '19:30', '1930', '19.30', '7pm', '7:30 pm', '9' as HH:MM; a finish may be '24:00', and midnight is '24:00' there however it is written. */
export function readTime(text: string, isFinish = false): string | undefined {
  const plain = text.trim().toLowerCase()
  if (plain === 'noon') return '12:00'
  if (plain === 'midnight') return isFinish ? '24:00' : '00:00'
  const found = /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(am|pm|a|p)?$/.exec(plain)
  if (!found) return undefined
  const half = found[3]?.[0]
  let hour = Number(found[1])
  const minute = Number(found[2] ?? 0)
  if (half && (hour < 1 || hour > 12)) return undefined
  if (half) hour = (hour % 12) + (half === 'p' ? 12 : 0)
  if (minute > 59 || hour > 24 || (hour === 24 && (minute > 0 || !isFinish))) return undefined
  // Nothing finishes as its day begins.
  if (isFinish && hour === 0 && minute === 0) return '24:00'
  return `${pad(hour)}:${pad(minute)}`
}

/** '5/11/2026', '5.11.26', '5 Nov 2026', '2026-11-05' as YYYY-MM-DD. */
export function readDate(text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  if (isDate(plain)) return plain
  const found = /^(\d{1,2})[\s./-]+(\d{1,2}|[a-z]{3,9})[\s./-]+(\d{4}|\d{2})$/.exec(plain)
  if (!found) return undefined
  const [, day = '', month = '', year = ''] = found
  const number = /^\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3)) + 1
  const date = `${year.length === 2 ? `20${year}` : year}-${pad(number)}-${pad(Number(day))}`
  return isDate(date) ? date : undefined
}

/** What is wrong with a date, for a person: the contract's words name the form that stands on the wire. */
export function wrongDate(wrong: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && !isDate(value)) return 'Not a date. Write it like 21/11/2026.'
  return wrong === notADate ? 'Give a date, like 21/11/2026.' : wrong
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const pad = (number: number) => String(number).padStart(2, '0')
