import { addDays, addMonths, startOfWeek } from '@honbu/contract/calendar.ts'

export type View = 'day' | 'week' | 'month'

/** The days that a view of a day shows, both included: the day, its week from Monday, the whole weeks of its month. */
export function viewed(view: View, day: string): { from: string; to: string } {
  if (view === 'day') return { from: day, to: day }
  if (view === 'week') return { from: startOfWeek(day), to: addDays(startOfWeek(day), 6) }
  const first = `${day.slice(0, 8)}01`
  const last = addDays(addMonths(first, 1), -1)
  return { from: startOfWeek(first), to: addDays(startOfWeek(last), 6) }
}
