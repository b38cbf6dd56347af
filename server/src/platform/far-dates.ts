import { isDate, OutsideCalendar } from '@honbu/contract/calendar.ts'
import { Refused } from './refused.ts'

const message = 'Give a year from 1800 to 2999'

/**
 * What to throw in place of an error: a count of days that left the calendar began at a date of the input that no club can
 * mean, and is refused beside it. Every other error is thrown as it is.
 */
export function refuseFarDates(error: unknown, input: Readonly<Record<string, unknown>>): unknown {
  if (!(error instanceof OutsideCalendar)) return error
  const far = Object.keys(input).filter(field => isFar(input[field]))
  return far.length === 0 ? error : new Refused(400, message, Object.fromEntries(far.map(field => [field, [message]])))
}

function isFar(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFar)
  return isDate(value) && (value < '1800' || value >= '3000')
}
