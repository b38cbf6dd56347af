import { classType } from '@honbu/contract/ids.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { weekRowSql } from './week-on.ts'

/** One class on one day, as `occurrenceSql` selects it. */
export interface OccurrenceRow {
  class_id: number
  class_date: string
  start_time: string
  finish_time: string
  /** Of the slot or the weekday; null: the capacity of the class counts. */
  capacity: number | null
  /** Of the session where it has been moved, else of its weekday, else of the class. */
  location_id: number | null
}

/**
 * The rule of occurrences.ts as SQL, for many classes at once; a test holds the two together.
 * `classes` is a condition on `class`, dates are included at both ends.
 */
export function occurrenceSql(classes: Expression<unknown>, from: string, to: string): RawBuilder<OccurrenceRow> {
  return sql<OccurrenceRow>`(
    select class.id as class_id, day::date as class_date, coalesce(changed.start_time, week.start_time) as start_time,
      coalesce(changed.finish_time, week.finish_time) as finish_time, week.capacity,
      coalesce(changed.location_id, week.location_id, class.location_id) as location_id
    from class
    join class_timetable week on week.class_id = class.id
    join generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') day
      on extract(isodow from day) = week.weekday
      and day::date >= week.valid_from and (week.valid_until is null or day::date <= week.valid_until)
    left join class_session changed on changed.class_id = class.id and changed.class_date = day::date
    where ${classes} and class.class_type_id <> ${classType.prebooked} and ${isAsPlanned}
      and runs_in_week(class.start_date, class.every_weeks, day::date) and ${runs(sql`day::date`)}
    union all
    select class.id, slot.class_date, slot.start_time, slot.finish_time, slot.capacity,
      coalesce(changed.location_id, class.location_id)
    from class
    join class_availability slot on slot.class_id = class.id and slot.class_date between ${from} and ${to}
    left join class_session changed on changed.class_id = class.id and changed.class_date = slot.class_date
    where ${classes} and class.class_type_id = ${classType.prebooked} and changed.is_cancelled is not true
      and ${runs(sql`slot.class_date`)}
    union all
    select class.id, added.class_date, added.start_time, added.finish_time, week.capacity,
      coalesce(added.location_id, week.location_id, class.location_id)
    from class
    join class_session added on added.class_id = class.id and added.class_date between ${from} and ${to}
    left join lateral ${weekRowSql(sql`class.id`, sql`added.class_date`)} week on true
    where ${classes} and class.class_type_id <> ${classType.prebooked} and added.is_added and not added.is_cancelled
      and ${runs(sql`added.class_date`)}
  )`
}

/** An added session is a row of its own, also where the week has come to run on its day since. */
const isAsPlanned = sql`changed.is_cancelled is not true and changed.is_added is not true`

const runs = (day: Expression<unknown>) => sql`
  ${day} >= class.start_date and (class.end_date is null or ${day} <= class.end_date)
  and not exists (select from club_closure where club_closure.club_id = class.club_id and closed_on = ${day})`
