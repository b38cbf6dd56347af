import { isDate } from '@honbu/contract/calendar.ts'
import { rulesOf } from '@honbu/contract/class-types.ts'
import {
  daysOf,
  noWeek,
  type Week,
  WeeklyTimetable,
  weekdayDetails,
  weekErrors,
} from '@honbu/contract/weekly-timetable.ts'
import type { PartProps } from './use-class-form.ts'

/** The week that is being chosen in the form, for the calls that look for clashes; `isWhole` once they can be asked. */
export function usePlannedWeek({ form, clubId, choices, record }: PartProps) {
  const [classTypeId, startDate, endDate, week, weekdays, from, everyWeeks] = form.watch([
    'classTypeId',
    'startDate',
    'endDate',
    'weeklyTimetable',
    'weekdays',
    'timetableFrom',
    'everyWeeks',
  ])
  const isWhole =
    isDate(startDate) &&
    (endDate === null || isDate(endDate)) &&
    isRight(week) &&
    weekdayDetails.safeParse(weekdays).success &&
    rulesOf(classTypeId).runs !== 'slots' &&
    daysOf(week).length > 0
  // Clashes in the past no longer matter.
  const begins = [startDate, record ? choices.today : '', isDate(from) ? from : ''].sort().at(-1) ?? startDate
  const asked = {
    clubId,
    classId: record?.classId ?? 0,
    startDate: begins,
    endDate,
    everyWeeks,
    ...(isWhole && { firstDay: startDate }),
    ...(isWhole ? { ...week, weekdays } : { ...noWeek, weekdays: [] }),
  }
  return { isWhole, asked }
}

const isRight = (week: Week) => WeeklyTimetable.safeParse(week).success && weekErrors(week).length === 0
