import * as z from 'zod/mini'
import { date, finishTime, timeOfDay } from './calendar.ts'
import { id } from './endpoint.ts'
import { timesError } from './session-times.ts'

/** How many people fit in; null: no limit. */
export const capacity = z.nullable(
  z
    .int({ error: 'A whole number from 1, or empty' })
    .check(z.gte(1, { error: 'A whole number from 1, or empty' }), z.lte(100_000, { error: 'At most 100,000' })),
)

const optionalTime = z.nullable(timeOfDay)
const optionalFinish = z.nullable(finishTime)

/** The start and finish of each day, as inputs of a call; null where the class does not run on that weekday. */
export const weeklyFields = {
  mondayStart: optionalTime,
  mondayFinish: optionalFinish,
  tuesdayStart: optionalTime,
  tuesdayFinish: optionalFinish,
  wednesdayStart: optionalTime,
  wednesdayFinish: optionalFinish,
  thursdayStart: optionalTime,
  thursdayFinish: optionalFinish,
  fridayStart: optionalTime,
  fridayFinish: optionalFinish,
  saturdayStart: optionalTime,
  saturdayFinish: optionalFinish,
  sundayStart: optionalTime,
  sundayFinish: optionalFinish,
}

/** Local times in the club's time zone. 24:00 is the midnight that ends the day; an earlier finish is on the next day. */
export const WeeklyTimetable = z.object(weeklyFields)

export type Week = z.infer<typeof WeeklyTimetable>
export type WeekField = keyof Week

/** Monday first, as weekdays 1 to 7 are counted. */
export const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** A room, a capacity and instructors of one weekday's own; null, or no one: as the class. */
export const WeekdayDetails = z.object({
  /** 1 Monday … 7 Sunday. */
  weekday: z.int().check(z.gte(1), z.lte(7)),
  locationId: z.nullable(id),
  capacity,
  instructorIds: z.array(id).check(z.maxLength(20)),
})

export type WeekdayDetails = z.infer<typeof WeekdayDetails>

/** Those of the weekdays that differ from the class, each weekday once. */
export const weekdayDetails = z.array(WeekdayDetails).check(
  z.maxLength(7),
  z.refine(all => new Set(all.map(({ weekday }) => weekday)).size === all.length, { error: 'Give each weekday once' }),
)

/** Whether a weekday has anything of its own. */
export const differs = ({ locationId, capacity, instructorIds }: WeekdayDetails) =>
  locationId !== null || capacity !== null || instructorIds.length > 0

/** The same with names, which are in the order of their ids. */
export const ShownWeekday = z.extend(WeekdayDetails, { location: z.string(), instructors: z.array(z.string()) })

/** A week that begins on a later day. */
export const PlannedWeek = z.object({
  from: date,
  weeklyTimetable: WeeklyTimetable,
  weekdays: z.array(ShownWeekday),
})

/** One weekday on which a class runs: 1 Monday … 7 Sunday, times HH:mm. */
export interface WeekDay {
  readonly weekday: number
  readonly startTime: string
  readonly finishTime: string
}

/** The days of a week that have both times, Monday first. */
export function daysOf(week: Week): WeekDay[] {
  return weekdayNames.flatMap((day, index) => {
    const [startTime, finishTime] = [week[`${day}Start`], week[`${day}Finish`]]
    return startTime !== null && finishTime !== null ? [{ weekday: index + 1, startTime, finishTime }] : []
  })
}

/** The days as the specification's fields: mondayStart … sundayFinish, null where there is none. */
export function weekOf(days: readonly WeekDay[]): Week {
  const fields = weekdayNames.flatMap((day, index) => {
    const found = days.find(({ weekday }) => weekday === index + 1)
    return [
      [`${day}Start`, found?.startTime ?? null],
      [`${day}Finish`, found?.finishTime ?? null],
    ]
  })
  // Object.fromEntries forgets the names that the list of days has just given it.
  return Object.fromEntries(fields) as Week
}

export const noWeek: Week = weekOf([])

/** A weekday on which a class runs, with what it has of its own. */
export type TimetableDay = WeekDay & WeekdayDetails

/** The days of a week with their details. Details of other weekdays are left out. */
export const timetableDays = (week: Week, details: readonly WeekdayDetails[]): TimetableDay[] =>
  daysOf(week).map(day => ({
    ...{ locationId: null, capacity: null, instructorIds: [] },
    ...details.find(({ weekday }) => weekday === day.weekday),
    ...day,
  }))

/** What is wrong with a week, by field: a start without a finish, a finish without a start, times that don't fit. */
export function weekErrors(week: Week): { field: WeekField; message: string }[] {
  return weekdayNames.flatMap((day): { field: WeekField; message: string }[] => {
    const [start, finish] = [week[`${day}Start`], week[`${day}Finish`]]
    const name = day[0]?.toUpperCase() + day.slice(1)
    if (start === null && finish !== null)
      return [{ field: `${day}Start`, message: `${name} has a finish but no start.` }]
    if (start !== null && finish === null)
      return [{ field: `${day}Finish`, message: `${name} has a start but no finish.` }]
    const wrong = start !== null && finish !== null && timesError({ startTime: start, finishTime: finish })
    return wrong ? [{ field: `${day}Finish`, message: `${name}: ${wrong}` }] : []
  })
}

/** 1: every week; 2: every second one, counted from the week of the first day. */
export const everyWeeks = z.int().check(z.gte(1), z.lte(4))

/** A week that is being chosen for a class, for the calls that look for clashes. */
export const plannedWeek = {
  /** The class itself, which doesn't clash with itself; 0: a new one. */
  classId: id,
  startDate: date,
  endDate: z.nullable(date),
  everyWeeks: z._default(everyWeeks, 1),
  /** The day from whose week every few weeks are counted; left out: `startDate`. */
  firstDay: z.optional(date),
  ...weeklyFields,
  weekdays: z._default(weekdayDetails, []),
}
