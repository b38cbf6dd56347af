import {
  differs,
  type TimetableDay,
  timetableDays,
  type Week,
  type WeekdayDetails,
  weekdayNames,
  weekOf,
} from '@honbu/contract/weekly-timetable.ts'
import { daysOn } from '../classes/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { ClassRow } from './lock-class.ts'
import { demandWorkers } from './set-instructors.ts'

interface Planned {
  readonly from: string
  /** Left out: as it is in force on that date. */
  readonly week?: Week | undefined
  readonly weekdays?: readonly WeekdayDetails[] | undefined
}

/**
 * The weekdays that a class is to have from a date on. Instructors who have left may stay, but aren't put in.
 * @throws Refused 400 under `weekdays` where one of them has details and the class doesn't run on it
 */
export async function plannedDays(
  context: Write,
  klass: Pick<ClassRow, 'id' | 'club_id' | 'class_name'>,
  { from, week, weekdays }: Planned,
): Promise<TimetableDay[]> {
  const current = await daysOn(context.tx, klass.id, from)
  const days = timetableDays(week ?? weekOf(current), weekdays ?? current)
  const idle = weekdays?.find(each => differs(each) && !days.some(({ weekday }) => weekday === each.weekday))
  if (idle) {
    const message = `${klass.class_name} doesn’t run on ${nameOf(idle.weekday)}.`
    throw new Refused(400, message, { weekdays: [message] })
  }
  const before = new Set(current.flatMap(({ instructorIds }) => instructorIds))
  const added = new Set(days.flatMap(({ instructorIds }) => instructorIds.filter(id => !before.has(id))))
  await demandWorkers(context, klass, [...added], 'weekdays')
  return days
}

const nameOf = (weekday: number) => {
  const name = weekdayNames[weekday - 1] ?? ''
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}s`
}
