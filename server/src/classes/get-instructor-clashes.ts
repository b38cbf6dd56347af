import {
  addDays,
  daysBetween,
  instantAt,
  OutsideCalendar,
  startOfWeek,
  todayIn,
  weekday,
} from '@honbu/contract/calendar.ts'
import type { getInstructorClashes as call } from '@honbu/contract/class-view.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { daysOf } from '@honbu/contract/weekly-timetable.ts'
import type { Read } from '../platform/route.ts'
import { type Taught, taughtBetween } from './taught-between.ts'

/** Clashes further ahead than a year are left out. */
const daysAhead = 366

/** Each other class once for each instructor, with the first session at the same time. */
export async function getInstructorClashes(
  { db, user }: Read,
  { clubId, classId, instructorIds, startDate, endDate, everyWeeks, firstDay = startDate, ...week }: Input<typeof call>,
) {
  const days = daysOf(week)
  if (days.length === 0 || (endDate !== null && endDate < startDate)) return []
  const { timeZone } = await db
    .selectFrom('club')
    .select('time_zone as timeZone')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const last = yearAfter(startDate)
  const to = endDate !== null && endDate < last ? endDate : last
  const clubIds = [...user.clubs.keys()]
  const taught = await taughtBetween(db, { clubIds, personIds: instructorIds, from: startDate, to })
  /** Whether the class would run at the same time: on the day when the other begins or finishes on this club's clock. */
  const isClash = ({ startsAt, finishesAt }: Taught) =>
    [...new Set([startsAt, finishesAt].map(instant => todayIn(timeZone, new Date(instant))))].some(date =>
      days.some(
        day =>
          date >= startDate &&
          date <= to &&
          (daysBetween(startOfWeek(firstDay), startOfWeek(date)) / 7) % everyWeeks === 0 &&
          day.weekday === weekday(date) &&
          instantAt(timeZone, date, day.startTime).getTime() < finishesAt &&
          startsAt < instantAt(timeZone, date, day.finishTime).getTime(),
      ),
    )
  const found = new Map<string, ReturnType<typeof clashOf>>()
  for (const other of taught)
    if (other.classId !== classId && isClash(other))
      for (const personId of other.instructorIds.filter(id => instructorIds.includes(id))) {
        const key = `${personId} ${other.classId}`
        if (!found.has(key)) found.set(key, clashOf(other, personId, clubId))
      }
  return [...found.values()]
}

const clashOf = (other: Taught, personId: number, clubId: number) => ({
  personId,
  instructor: other.instructors[other.instructorIds.indexOf(personId)] ?? '',
  classId: other.classId,
  className: other.className,
  clubName: other.clubId === clubId ? null : other.clubName,
  firstDate: other.classDate,
  startTime: other.startTime,
  finishTime: other.finishTime,
})

function yearAfter(date: string): string {
  try {
    return addDays(date, daysAhead)
  } catch (error) {
    if (error instanceof OutsideCalendar) return '9999-12-31'
    throw error
  }
}
