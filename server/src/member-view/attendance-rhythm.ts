import { daysBetween } from '@honbu/contract/calendar.ts'

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
  const weeks = new Map<number, number>()
  for (const { date, attended } of days) {
    if (attended === 0 || date > today) continue
    const week = weekOf(date)
    weeks.set(week, (weeks.get(week) ?? 0) + attended)
  }
  const thisWeek = weekOf(today)
  let [streak, longest, before] = [0, 0, Number.NEGATIVE_INFINITY]
  for (const week of [...weeks.keys()].sort((a, b) => a - b)) {
    streak = week === before + 1 ? streak + 1 : 1
    longest = Math.max(longest, streak)
    before = week
  }
  return {
    streakWeeks: before >= thisWeek - 1 ? streak : 0,
    longestStreakWeeks: longest,
    averagePerWeek: average(weeks, thisWeek),
  }
}

/** Weeks since that of a Monday. */
const weekOf = (date: string) => Math.floor(daysBetween('1970-01-05', date) / 7)

function average(weeks: ReadonlyMap<number, number>, thisWeek: number): number | null {
  const first = Math.min(...weeks.keys())
  if (first >= thisWeek) return null
  const whole = Math.min(averageOver, thisWeek - first)
  let attended = 0
  for (const [week, count] of weeks) if (week >= thisWeek - whole && week < thisWeek) attended += count
  return Math.round((attended / whole) * 10) / 10
}
