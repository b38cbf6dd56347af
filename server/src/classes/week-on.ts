import { differs, type ShownWeekday, type WeekDay, weekOf } from '@honbu/contract/weekly-timetable.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '../platform/database.ts'

/** A weekday on which a class runs, with what it has of its own. */
export type DayOfWeek = WeekDay & z.infer<typeof ShownWeekday>

/** The weekdays of a class that are in force on a date, Monday first. */
export async function daysOn(db: Db, classId: number, date: string): Promise<DayOfWeek[]> {
  const { rows } = await sql<DayOfWeek>`
    select weekday, to_char(start_time, 'HH24:MI') as "startTime", to_char(finish_time, 'HH24:MI') as "finishTime",
      location_id as "locationId", week.capacity, coalesce(location.name, '') as location,
      own.ids as "instructorIds", own.names as instructors
    from class_timetable week
    left join location on location.id = week.location_id
    cross join lateral ${instructorsOf(sql`week.id`)} own
    where week.class_id = ${classId} and valid_from <= ${date} and (valid_until is null or valid_until >= ${date})
    order by weekday`.execute(db)
  return rows
}

const instructorsOf = (timetableId: Expression<unknown>) => sql`(
  select coalesce(array_agg(person.id order by person.last_name, person.id), '{}') as ids,
    coalesce(array_agg(trim(person.first_name || ' ' || person.last_name) order by person.last_name, person.id), '{}') as names
  from class_timetable_instructor own join person on person.id = own.person_id where own.timetable_id = ${timetableId}
)`

/** The week of these days, and what some of them have of their own. */
export const shownWeek = (days: readonly DayOfWeek[]) => ({
  weeklyTimetable: weekOf(days),
  weekdays: days.filter(differs).map(({ weekday, locationId, location, capacity, instructorIds, instructors }) => ({
    ...{ weekday, locationId, location, capacity, instructorIds, instructors },
  })),
})

/** The week that has been set to follow after a date, the next one where there are several. */
export async function plannedWeek(db: Db, classId: number, date: string) {
  const change = await sql<{ from: string | null }>`
    select min(day) as from from (
      select valid_from as day from class_timetable where class_id = ${classId} and valid_from > ${date}
      union all
      select valid_until + 1 from class_timetable where class_id = ${classId} and valid_until >= ${date}
    ) change`.execute(db)
  const from = change.rows[0]?.from
  return from ? { from, ...shownWeek(await daysOn(db, classId, from)) } : null
}

interface WeekRow {
  id: number
  location_id: number | null
  capacity: number | null
}

/** The row of a class's week that is in force on a date and for its weekday, whether or not the class runs that week. */
export const weekRowSql = (
  classId: Expression<unknown>,
  date: Expression<unknown>,
): RawBuilder<WeekRow> => sql<WeekRow>`(
  select id, location_id, capacity from class_timetable
  where class_id = ${classId} and weekday = extract(isodow from ${date}) and valid_from <= ${date}
    and (valid_until is null or valid_until >= ${date})
)`
