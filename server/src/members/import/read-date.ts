import { isDate } from '@honbu/contract/calendar.ts'
import { nothing, quoted, type Reading, read, unusable } from './reading.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads a date as people in Britain write it: 26/11/2015, 2/9/23, 19-2-77, 13 March 2014, 13 Mar 14, and 2014-03-13.
 * A year of two digits is the latest one that has begun by `today`: in 2026, 26 is 2026 and 27 is 1927. `name` is what
 * the date is called in the problem: "Date of birth".
 */
export function readDate(cell: string, name: string, today: string): Reading<string> {
  if (cell === '') return nothing
  const parts = partsOf(cell)
  if (!parts) return unusable(`${name} ${quoted(cell)} is not a date that can be read: left out`)
  const year = parts.year.length === 4 ? Number(parts.year) : century(Number(parts.year), today)
  const date = `${String(year).padStart(4, '0')}-${pad(parts.month)}-${pad(parts.day)}`
  if (!isDate(date)) return unusable(`${name} ${quoted(cell)} is not a day of the calendar: left out`)
  if (date > today) return unusable(`${name} ${quoted(cell)} is in the future: left out`)
  if (date < '1900') return unusable(`${name} ${quoted(cell)} is before 1900: left out`)
  return read(date)
}

interface Parts {
  readonly year: string
  readonly month: number
  readonly day: number
}

function partsOf(cell: string): Parts | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(cell)
  if (iso) return { year: iso[1] ?? '', month: Number(iso[2]), day: Number(iso[3]) }
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(cell)
  if (numbers) return { day: Number(numbers[1]), month: Number(numbers[2]), year: numbers[3] ?? '' }
  const words = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})$/i.exec(cell)
  const month = months.indexOf((words?.[2] ?? '').slice(0, 3).toLowerCase()) + 1
  return words && month > 0 ? { day: Number(words[1]), month, year: words[3] ?? '' } : null
}

function century(twoDigits: number, today: string): number {
  const year = 2000 + twoDigits
  return year <= Number(today.slice(0, 4)) ? year : year - 100
}

const pad = (number: number) => String(number).padStart(2, '0')
