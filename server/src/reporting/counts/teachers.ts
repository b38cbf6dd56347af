import { type RawBuilder, sql } from 'kysely'
import { teachersSql } from '../../classes/index.ts'

/** Whether a row with class_id and class_date was taught by a person; null: whether nobody is named for it. */
export function taughtBy(row: RawBuilder<unknown>, personId: number | null): RawBuilder<boolean> {
  const found = teachersSql(sql`(select ${row}.class_id, ${row}.class_date)`)
  return personId === null
    ? sql`not exists (select from ${found} teacher)`
    : sql`exists (select from ${found} teacher where teacher.person_id = ${personId}::bigint)`
}

/** Everyone who teaches a class on any weekday, as one text. */
export const instructorNames = (classId: RawBuilder<unknown>): RawBuilder<string> => sql`coalesce((
  select string_agg(trim(person.first_name || ' ' || person.last_name), ', ' order by person.last_name, person.id)
  from person where person.id in (
    select person_id from class_instructor where class_id = ${classId}
    union select own.person_id from class_timetable week join class_timetable_instructor own on own.timetable_id = week.id
    where week.class_id = ${classId})
), '')`
