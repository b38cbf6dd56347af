import {
  addDays,
  daysBetween,
  instantAt,
  OutsideCalendar,
  startOfWeek,
  todayIn,
  weekday,
} from '@honbu/contract/calendar.ts'
import { finishInstant } from '@honbu/contract/session-times.ts'
import { type TimetableDay, timetableDays, type Week, type WeekdayDetails } from '@honbu/contract/weekly-timetable.ts'
import type { Db } from '../platform/database.ts'

/** Clashes further ahead than a year are left out. */
const daysAhead = 366

/** A week that is being chosen for a class; see `plannedWeek` in the contract. */
interface Asked extends Week {
  readonly clubId: number
  readonly startDate: string
  readonly endDate: string | null
  readonly everyWeeks: number
  readonly firstDay?: string | undefined
  readonly weekdays: readonly WeekdayDetails[]
}

export interface PlannedWeek {
  readonly days: readonly TimetableDay[]
  /** The sessions that can clash, both included: one of the evening before can run past midnight. */
  readonly from: string
  readonly to: string
  /** The weekdays on which the class would run at the same time as a session. Times are milliseconds since 1970. */
  readonly daysMeeting: (session: { startsAt: number; finishesAt: number }) => readonly TimetableDay[]
}

/** @returns null where the class would never run */
export async function readPlanned(db: Db, asked: Asked): Promise<PlannedWeek | null> {
  const { timeZone } = await db
    .selectFrom('club')
    .select('time_zone as timeZone')
    .where('id', '=', asked.clubId)
    .executeTakeFirstOrThrow()
  return planWeek(timeZone, asked)
}

/** @returns null where the class would never run */
export function planWeek(timeZone: string, asked: Omit<Asked, 'clubId'>): PlannedWeek | null {
  const { startDate, endDate, everyWeeks, firstDay = startDate, weekdays } = asked
  const days = timetableDays(asked, weekdays)
  if (days.length === 0 || (endDate !== null && endDate < startDate)) return null
  const last = orElse('9999-12-31', () => addDays(startDate, daysAhead))
  const to = endDate !== null && endDate < last ? endDate : last
  const runsOn = (date: string) =>
    date >= startDate && date <= to && (daysBetween(startOfWeek(firstDay), startOfWeek(date)) / 7) % everyWeeks === 0

  return {
    days,
    from: orElse(startDate, () => addDays(startDate, -1)),
    to,
    daysMeeting: ({ startsAt, finishesAt }) => {
      const [first, last] = [startsAt, finishesAt].map(instant => todayIn(timeZone, new Date(instant)))
      const dates = [orElse('', () => addDays(first ?? '', -1)), first ?? '', last ?? '']
      return days.filter(day =>
        dates.some(
          date =>
            date !== '' &&
            runsOn(date) &&
            weekday(date) === day.weekday &&
            instantAt(timeZone, date, day.startTime).getTime() < finishesAt &&
            startsAt < finishInstant(timeZone, date, day).getTime(),
        ),
      )
    },
  }
}

function orElse(otherwise: string, read: () => string): string {
  try {
    return read()
  } catch (error) {
    if (error instanceof OutsideCalendar) return otherwise
    throw error
  }
}
