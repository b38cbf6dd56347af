import type { Input } from '@honbu/contract/endpoint.ts'
import { classType } from '@honbu/contract/ids.ts'
import type { getRoomClashes as call } from '@honbu/contract/locations.ts'
import { daysOf } from '@honbu/contract/weekly-timetable.ts'
import { sql } from 'kysely'
import type { Read } from '../platform/route.ts'

interface Clash {
  classId: number
  className: string
  firstDate: string
  startTime: string
  finishTime: string
}

/** Each other class once, with the first day on which both would be there. */
export async function getRoomClashes(
  { db }: Read,
  { classId, locationId, startDate, endDate, everyWeeks, firstDay = startDate, ...week }: Input<typeof call>,
) {
  const days = daysOf(week)
  if (days.length === 0 || (endDate !== null && endDate < startDate)) return []
  const wanted = sql.join(days.map(day => sql`(${day.weekday}::int, ${day.startTime}::time, ${day.finishTime}::time)`))
  const { rows } = await sql<Clash>`
    with wanted (weekday, start_time, finish_time) as (values ${wanted}),
    other as (
      select id, class_name, class_type_id, every_weeks, start_date, coalesce(end_date, 'infinity') as end_date from class
      where location_id = ${locationId} and id <> ${classId}
        and (end_date is null or end_date >= ${startDate}) and (${endDate}::date is null or start_date <= ${endDate})
    ), met as (
      -- The first such weekday on or after the day on which both have begun.
      select other.id, other.class_name, other.start_date, other.every_weeks, timetable.start_time, timetable.finish_time,
        greatest(timetable.valid_from, other.start_date, ${startDate}::date) as begun, timetable.weekday,
        least(coalesce(timetable.valid_until, 'infinity'), other.end_date, coalesce(${endDate}::date, 'infinity')) as until
      from other
      join class_timetable timetable on timetable.class_id = other.id
      join wanted on wanted.weekday = timetable.weekday
        and wanted.start_time < timetable.finish_time and timetable.start_time < wanted.finish_time
      where other.class_type_id <> ${classType.prebooked}
    ), clash as (
      select id, class_name, start_time, finish_time, until, (
          -- Of two that run every fourth and every third week, the twelfth is the last that can be the first.
          select min(first_day + 7 * step) from generate_series(0, 11) step
          where runs_in_week(start_date, every_weeks, first_day + 7 * step)
            and runs_in_week(${firstDay}::date, ${everyWeeks}::integer, first_day + 7 * step)
        ) as first_date
      from met
      cross join lateral (select begun + ((weekday - extract(isodow from begun)::int + 7) % 7) as first_day) aligned
      union all
      select other.id, other.class_name, slot.start_time, slot.finish_time, slot.class_date, slot.class_date
      from other
      join class_availability slot on slot.class_id = other.id and slot.class_date between other.start_date and other.end_date
      join wanted on wanted.weekday = extract(isodow from slot.class_date)
        and wanted.start_time < slot.finish_time and slot.start_time < wanted.finish_time
      where runs_in_week(${firstDay}::date, ${everyWeeks}::integer, slot.class_date)
        and other.class_type_id = ${classType.prebooked} and slot.class_date >= ${startDate}
        and (${endDate}::date is null or slot.class_date <= ${endDate})
    )
    select distinct on (id) id as "classId", class_name as "className", first_date as "firstDate",
      to_char(start_time, 'HH24:MI') as "startTime", to_char(finish_time, 'HH24:MI') as "finishTime"
    from clash where first_date <= until
    order by id, first_date, start_time`.execute(db)
  return rows.sort(
    (a, b) => (a.firstDate + a.startTime).localeCompare(b.firstDate + b.startTime) || a.classId - b.classId,
  )
}
