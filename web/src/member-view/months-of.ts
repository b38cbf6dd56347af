import { addDays, addMonths, daysBetween } from '@honbu/contract/calendar.ts'
import { dayOfMonth } from '../ui/dates.ts'

/** The months that begin between two days, with the week (counted from the first day) in which each begins. */
export function monthsOf(first: string, until: string): { name: string; week: number }[] {
  const months: { name: string; week: number }[] = []
  const begun = `${first.slice(0, 8)}01`
  for (let month = begun === first ? begun : addMonths(begun, 1); month <= until; month = addMonths(month, 1)) {
    // Where too little of it is left to write its name, it goes without.
    if (addDays(month, 14) > until) break
    months.push({ name: dayOfMonth(month).slice(2), week: Math.floor(daysBetween(first, month) / 7) })
  }
  return months
}
