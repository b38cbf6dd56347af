import { addMonths, isDate } from '@honbu/contract/calendar.ts'
import { dayOf } from '../file/cell-values.ts'
import { isNone, nothing, quoted, type Reading, read, unusable } from './reading.ts'

export type DateOrder = 'dmy' | 'mdy'

interface Options {
  readonly order: DateOrder
  readonly today: string
  /** A birthday lies behind us; what is paid may lie ahead. */
  readonly isAhead?: boolean
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads a date as people write it: 26/11/2015, 2/9/23, 19-2-77, 13 March 2014, March 13, 2014, 13 Mar 14, 2014-03-13, with
 * or without a time of day behind it, and the number of days by which spreadsheets count. A year of two digits is the
 * latest one that has begun by `today`: in 2026, 26 is 2026 and 27 is 1927; where it lies ahead it is in this century.
 */
export function readDate(cell: string, { order, today, isAhead = false }: Options): Reading<string> {
  if (isNone(cell)) return nothing
  const date = /^\d{5}$/.test(cell) ? dayOf(Number(cell), false) : written(cell, order, isAhead ? null : today)
  if (date === null) return unusable(`${quoted(cell)} is not a date that can be read: left out`)
  if (!isDate(date)) return unusable(`${quoted(cell)} is not a day of the calendar: left out`)
  if (!isAhead && date > today) return unusable(`${quoted(cell)} is in the future: left out`)
  if (date > addMonths(today, 120)) return unusable(`${quoted(cell)} is more than ten years ahead: left out`)
  if (date < '1900') return unusable(`${quoted(cell)} is before 1900: left out`)
  return read(date)
}

function written(cell: string, order: DateOrder, today: string | null): string | null {
  const parts = datePartsOf(cell.replace(/[T\s]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|[ap]m)?$/i, '').trim(), order)
  if (!parts) return null
  const year = parts.year.length === 4 ? Number(parts.year) : century(Number(parts.year), today)
  return `${String(year).padStart(4, '0')}-${pad(parts.month)}-${pad(parts.day)}`
}

interface Parts {
  readonly year: string
  readonly month: number
  readonly day: number
}

function datePartsOf(cell: string, order: DateOrder): Parts | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(cell)
  if (iso) return { year: iso[1] ?? '', month: Number(iso[2]), day: Number(iso[3]) }
  const numbers = inFigures(cell)
  if (numbers) {
    const [first, second, year] = numbers
    return order === 'dmy' ? { day: first, month: second, year } : { day: second, month: first, year }
  }
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+(?:of\s+)?([a-z]{3,9})\.?,?[\s-]+'?(\d{4}|\d{2})$/i.exec(cell)
  const monthFirst = /^([a-z]{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,[\s-]*(\d{4}|\d{2})$/i.exec(cell)
  const [day, name, year] = dayFirst ? dayFirst.slice(1) : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  const month = months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1
  return month > 0 ? { day: Number(day), month, year: year ?? '' } : null
}

/** A date in figures, whose order is not known: 5/11/2015. */
export function inFigures(cell: string): readonly [first: number, second: number, year: string] | null {
  const found = /^(\d{1,2})\s?[/.-]\s?(\d{1,2})\s?[/.-]\s?(\d{4}|\d{2})\b/.exec(cell)
  return found ? [Number(found[1]), Number(found[2]), found[3] ?? ''] : null
}

function century(twoDigits: number, today: string | null): number {
  const year = 2000 + twoDigits
  return today === null || year <= Number(today.slice(0, 4)) ? year : year - 100
}

const pad = (number: number) => String(number).padStart(2, '0')
