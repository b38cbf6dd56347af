import { type Expression, type RawBuilder, sql } from 'kysely'
import { weekRowSql } from './week-on.ts'

/** Who teaches a class on a date: by name, in one row, always. */
interface Teaching {
  names: string[]
  ids: number[]
  is_cover: boolean
}

/** The instructors of a class on a date, in one row. */
export const teachingSql = (classId: Expression<unknown>, classDate: Expression<unknown>): RawBuilder<Teaching> =>
  sql<Teaching>`(
    select
      coalesce(array_agg(trim(person.first_name || ' ' || person.last_name) order by person.last_name, person.id), '{}')
        as names,
      coalesce(array_agg(person.id order by person.last_name, person.id), '{}') as ids,
      coalesce(bool_or(teacher.is_cover), false) as is_cover
    from ${teachersSql(sql`(select ${classId} as class_id, ${classDate} as class_date)`)} teacher
    join person on person.id = teacher.person_id
  )`

/**
 * The instructors of sessions, a row a person: the cover of that date, else the instructors of its weekday, else those of
 * the class.
 * @param sessions a table with class_id and class_date, which is read three times
 */
export const teachersSql = (sessions: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select session.class_id, session.class_date, cover.person_id, true as is_cover
  from ${sessions} session
  join class_cover cover on cover.class_id = session.class_id and cover.class_date = session.class_date
  union all
  select session.class_id, session.class_date, own.person_id, false
  from ${sessions} session
  cross join lateral ${weekRowSql(sql`session.class_id`, sql`session.class_date`)} week
  join class_timetable_instructor own on own.timetable_id = week.id
  where not ${hasCover}
  union all
  select session.class_id, session.class_date, own.person_id, false
  from ${sessions} session
  join class_instructor own on own.class_id = session.class_id
  where not ${hasCover} and not exists (
    select from ${weekRowSql(sql`session.class_id`, sql`session.class_date`)} week
    join class_timetable_instructor of_day on of_day.timetable_id = week.id)
)`

const hasCover = sql`exists (
  select from class_cover cover where cover.class_id = session.class_id and cover.class_date = session.class_date)`

/** The ids of the classes that some people teach or cover on any day, as a subquery. */
export const classesTaughtSql = (personIds: readonly number[]): RawBuilder<unknown> => sql`(
  select class_id from class_instructor where person_id = any(${[...personIds]})
  union select class_id from class_cover where person_id = any(${[...personIds]})
  union select week.class_id from class_timetable_instructor own join class_timetable week on week.id = own.timetable_id
  where own.person_id = any(${[...personIds]})
)`
