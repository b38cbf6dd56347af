import { startOfWeek } from '@honbu/contract/calendar.ts'

export interface PlanLimits {
  readonly perWeek: number | null
  readonly perMonth: number | null
}

/**
 * The date on which the plan of the week (from Monday) or the calendar month of `day` was first exceeded, null when it
 * was not. `attended` holds a date for every class attended, one date as often as there were classes on it.
 */
export function overPlanDate(
  { perWeek, perMonth }: PlanLimits,
  attended: readonly string[],
  day: string,
): string | null {
  const until = attended.filter(date => date <= day).sort()
  const week = perWeek === null ? undefined : until.filter(date => date >= startOfWeek(day))[perWeek]
  const month = perMonth === null ? undefined : until.filter(date => date.slice(0, 7) === day.slice(0, 7))[perMonth]
  // Whichever came first; ISO dates sort as they are.
  return [week, month].filter(date => date !== undefined).sort()[0] ?? null
}
