import { startOfWeek } from '@honbu/contract/calendar.ts'

export interface PlanLimits {
  readonly perWeek: number | null
  readonly perMonth: number | null
}

/**
 * The date on which the plan of the week (from Monday) or the calendar month of `day` was first exceeded, null when it
 * was not. `attended` holds a date for every class attended that the plan covers, one date as often as there were classes
 * on it; `outside` those of classes that it does not, of which the first in the week is one too many.
 */
export function overPlanDate(
  { perWeek, perMonth }: PlanLimits,
  attended: readonly string[],
  day: string,
  outside: readonly string[] = [],
): string | null {
  const until = attended.filter(date => date <= day).sort()
  const week = perWeek === null ? undefined : until.filter(date => date >= startOfWeek(day))[perWeek]
  const month = perMonth === null ? undefined : until.filter(date => date.slice(0, 7) === day.slice(0, 7))[perMonth]
  const uncovered = outside.filter(date => date >= startOfWeek(day) && date <= day).sort()[0]
  // Whichever came first; ISO dates sort as they are.
  return [week, month, uncovered].filter(date => date !== undefined).sort()[0] ?? null
}
