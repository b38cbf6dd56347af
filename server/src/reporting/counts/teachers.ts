import { type RawBuilder, sql } from 'kysely'

/** Who teaches a class on a day, a row a person: those who stand in, or else its own instructors. */
export const teachers = (session: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select session.class_id, session.class_date, cover.person_id, true as is_cover
  from ${session} session
  join class_cover cover on cover.class_id = session.class_id and cover.class_date = session.class_date
  union all
  select session.class_id, session.class_date, own.person_id, false
  from ${session} session join class_instructor own on own.class_id = session.class_id
  where not exists (
    select from class_cover cover where cover.class_id = session.class_id and cover.class_date = session.class_date)
)`

/** Whether a row with class_id and class_date was taught by a person; null: whether nobody is named for it. */
export function taughtBy(row: RawBuilder<unknown>, personId: number | null): RawBuilder<boolean> {
  const found = teachers(sql`(select ${row}.class_id, ${row}.class_date)`)
  return personId === null
    ? sql`not exists (select from ${found} teacher)`
    : sql`exists (select from ${found} teacher where teacher.person_id = ${personId}::bigint)`
}

/** Those who stand in the timetable for a class, as one text. */
export const instructorNames = (classId: RawBuilder<unknown>): RawBuilder<string> => sql`coalesce((
  select string_agg(trim(person.first_name || ' ' || person.last_name), ', ' order by person.last_name, person.id)
  from class_instructor own join person on person.id = own.person_id where own.class_id = ${classId}
), '')`
