import { addDays, addMonths, startOfWeek } from './calendar.ts'

/** First and last day; both belong to it. */
export interface Days {
  readonly from: string
  readonly until: string
}

const months = (first: string, count: number): Days => ({ from: first, until: addDays(addMonths(first, count), -1) })
const monthOf = (day: string) => `${day.slice(0, 8)}01`
const quarterOf = (day: string) => addMonths(monthOf(day), -((Number(day.slice(5, 7)) - 1) % 3))
const yearOf = (day: string) => `${day.slice(0, 4)}-01-01`

/** Periods that go along with the calendar: of a day, which days they are. */
export const reportPeriods = {
  'this-month': { title: 'This month', days: today => months(monthOf(today), 1) },
  'last-month': { title: 'Last month', days: today => months(addMonths(monthOf(today), -1), 1) },
  'this-quarter': { title: 'This quarter', days: today => months(quarterOf(today), 3) },
  'this-year': { title: 'This year', days: today => months(yearOf(today), 12) },
  'last-12-months': {
    title: 'Last 12 months',
    days: today => ({ from: addDays(addMonths(today, -12), 1), until: today }),
  },
} as const satisfies Readonly<Record<string, Period>>

export type ReportPeriod = keyof typeof reportPeriods

interface Period {
  readonly title: string
  readonly days: (today: string) => Days
}

/** What a report that is sent by itself is about: the last days, week or month that were over on the day of sending. */
export const sentPeriods = {
  yesterday: { title: 'Yesterday', days: today => ({ from: addDays(today, -1), until: addDays(today, -1) }) },
  'last-week': {
    title: 'Last week, Monday to Sunday',
    days: today => ({ from: addDays(startOfWeek(today), -7), until: addDays(startOfWeek(today), -1) }),
  },
  'last-month': { title: 'Last month', days: reportPeriods['last-month'].days },
} as const satisfies Readonly<Record<string, Period>>

export type SentPeriod = keyof typeof sentPeriods
