import { isDate } from './calendar.ts'
import { accounting, mediumDate } from './format.ts'
import type { Kpi, Unit } from './kpis/kpi.ts'

export type CellUnit = Unit | 'text' | 'date' | 'month'

/** A cell of a report as a person reads it: accounting, so that negative money stands in parentheses; a dash for nothing. */
export function cellWords(unit: CellUnit, value: string | number | null): string {
  if (value === null || value === '') return '–'
  if (unit === 'month') return monthWords(String(value))
  if (unit === 'date') return isDate(value) ? mediumDate(value) : String(value)
  if (typeof value === 'string') return value
  return numberWords(unit, value)
}

/** £1,234.50, (£5.00), 12.5%, 1,234, 2.25, 7.5 months */
function numberWords(unit: CellUnit, value: number): string {
  if (unit === 'money') return accounting(value)
  if (unit === 'percent') return `${tenth.format(value)}%`
  if (unit === 'decimal') return hundredths.format(value)
  if (unit === 'months') return withUnit(value, 'month')
  if (unit === 'days') return withUnit(value, 'day')
  return tenths.format(value)
}

const withUnit = (value: number, noun: string) => `${tenths.format(value)} ${noun}${value === 1 ? '' : 's'}`

/** Nov 2026, of '2026-11' or any day of it. */
export const monthWords = (month: string) =>
  isDate(`${month.slice(0, 7)}-01`) ? mediumDate(`${month.slice(0, 7)}-01`).slice(2) : month

/** 1 Nov 2026 to 30 Nov 2026; a whole month by its name. */
export function daysWords(from: string, until: string): string {
  if (from === until) return mediumDate(from)
  if (from.endsWith('-01') && from.slice(0, 7) === until.slice(0, 7) && isLastOfMonth(until)) return monthWords(from)
  return `${mediumDate(from)} to ${mediumDate(until)}`
}

/** Says, above a report, that some of its clubs show their figures alone. */
export const figuresOnlyWords = (clubs: number, figuresOnly: number) =>
  `You see only the figures of ${clubs === 1 ? 'this club' : figuresOnly === clubs ? 'these clubs' : `${figuresOnly} of these ${clubs} clubs`}, so names and lists are left out.`

const isLastOfMonth = (day: string) => !isDate(`${day.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, '0')}`)

/** How a figure stands to another: what the difference is, in words, and whether it is good. */
export interface Change {
  /** 'up': it is more than it was, by what is shown. */
  readonly way: 'up' | 'down' | 'same'
  /** '+12', '−£40.00', '+3.5 points', 'no change' */
  readonly words: string
  /** '+9.5%' of what it was, where that says something more; '' otherwise. */
  readonly share: string
  readonly tone: 'better' | 'worse' | 'neutral'
}

/** Null where one of the two is not known. */
export function changeOf({ unit, better }: Kpi, value: number | null, other: number | null): Change | null {
  if (value === null || other === null) return null
  const difference = Math.round((value - other) * 100) / 100
  if (difference === 0 || isNothing(unit, difference))
    return { way: 'same', words: 'no change', share: '', tone: 'neutral' }
  const way = difference > 0 ? 'up' : 'down'
  const isGood = better === null ? null : (better === 'more') === (way === 'up')
  return {
    way,
    words: `${signOf(difference)}${sizeWords(unit, Math.abs(difference))}`,
    // Of a share, the share of the change would be read as the change.
    share:
      unit === 'percent' || other <= 0
        ? ''
        : `${signOf(difference)}${tenths.format(Math.abs(difference / other) * 100)}%`,
    tone: isGood === null ? 'neutral' : isGood ? 'better' : 'worse',
  }
}

/** It would be written as 0. */
const isNothing = (unit: Unit, difference: number) =>
  unit !== 'money' && unit !== 'decimal' && Math.abs(difference) < 0.05

const signOf = (difference: number) => (difference > 0 ? '+' : '−')

const sizeWords = (unit: Unit, size: number) =>
  unit === 'percent' ? `${tenths.format(size)} ${size === 1 ? 'point' : 'points'}` : numberWords(unit, size)

const tenths = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1, signDisplay: 'negative' })
const tenth = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'negative',
})
const hundredths = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
})
