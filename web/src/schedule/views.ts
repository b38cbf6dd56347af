import { addDays, addMonths, startOfWeek } from '@honbu/contract/calendar.ts'
import { fullDay, monthOfYear } from '../ui/dates.ts'
import { weekTitle } from './week.ts'

export const views = ['week', 'day', 'rooms', 'month'] as const
export type View = (typeof views)[number]

export const viewNames: Readonly<Record<View, string>> = { week: 'Week', day: 'Day', rooms: 'Rooms', month: 'Month' }

/** What is asked of the server for a view: the rooms of a day are the day's classes. */
export const spanOf = (view: View) => (view === 'rooms' ? 'day' : view)

/** A day of the next span (`step` 1) or of the one before (-1). */
export function stepFrom(view: View, day: string, step: 1 | -1): string {
  if (view === 'month') return addMonths(`${day.slice(0, 8)}01`, step)
  return addDays(day, view === 'week' ? 7 * step : step)
}

/** The day that stands for its span, so that two days of one week ask for the same. */
export function spanStart(view: View, day: string): string {
  if (view === 'week') return startOfWeek(day)
  return view === 'month' ? `${day.slice(0, 8)}01` : day
}

/** '16 – 22 Nov 2026', 'Saturday 21 November 2026', 'November 2026' */
export function titleOf(view: View, day: string): string {
  if (view === 'week') return weekTitle(startOfWeek(day))
  return view === 'month' ? monthOfYear(day) : fullDay(day)
}

/** 'week', 'day': what a step is called. */
export const spanNames: Readonly<Record<View, string>> = { week: 'week', day: 'day', rooms: 'day', month: 'month' }
