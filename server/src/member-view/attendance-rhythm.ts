import { addDays, daysBetween, startOfWeek } from '@honbu/contract/calendar.ts'

export interface AttendedDay {
  readonly date: string
  /** Classes attended on that day. */
  readonly attended: number
}

export interface Rhythm {
  /** Weeks in a row up to this one with at least one class; the week of `today` counts when it has one. */
  readonly streakWeeks: number
  readonly longestStreakWeeks: number
  /** Classes a week over the last 12 whole weeks, or since the week of the first class when that is later. */
  readonly averagePerWeek: number | null
}

const averageOver = 12

/** How regularly someone comes. Weeks are Monday to Sunday; the one that is not over neither breaks a streak nor is averaged. */
export function attendanceRhythm(days: readonly AttendedDay[], today: string): Rhythm {
  const weeks = new Map<string, number>()
  for (const { date, attended } of days) {
    const week = startOfWeek(date)
    if (attended > 0 && date <= today) weeks.set(week, (weeks.get(week) ?? 0) + attended)
  }
  const thisWeek = startOfWeek(today)
  const last = weeks.has(thisWeek) ? thisWeek : addDays(thisWeek, -7)
  return {
    streakWeeks: streakUpTo(weeks, last),
    longestStreakWeeks: Math.max(
      0,
      ...[...weeks.keys()].map(week => (weeks.has(addDays(week, 7)) ? 0 : streakUpTo(weeks, week))),
    ),
    averagePerWeek: average(weeks, thisWeek),
  }
}

function streakUpTo(weeks: ReadonlyMap<string, number>, last: string): number {
  let week = last
  while (weeks.has(week)) week = addDays(week, -7)
  return daysBetween(week, last) / 7
}

function average(weeks: ReadonlyMap<string, number>, thisWeek: string): number | null {
  const first = [...weeks.keys()].toSorted()[0]
  if (first === undefined || first >= thisWeek) return null
  const whole = Math.min(averageOver, daysBetween(first, thisWeek) / 7)
  const from = addDays(thisWeek, -7 * whole)
  let attended = 0
  for (const [week, count] of weeks) if (week >= from && week < thisWeek) attended += count
  return Math.round((attended / whole) * 10) / 10
}
