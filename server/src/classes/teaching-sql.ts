import { type Expression, type RawBuilder, sql } from 'kysely'

/** Who teaches a class on a date: by name, in one row, always. */
interface Teaching {
  names: string[]
  ids: number[]
  is_cover: boolean
}

/** The cover of that date, where there is one; else the instructors of the class. */
export const teachingSql = (classId: Expression<unknown>, classDate: Expression<unknown>): RawBuilder<Teaching> =>
  sql<Teaching>`(
    select
      coalesce(array_agg(trim(person.first_name || ' ' || person.last_name) order by person.last_name, person.id), '{}')
        as names,
      coalesce(array_agg(person.id order by person.last_name, person.id), '{}') as ids,
      coalesce(bool_or(teacher.is_cover), false) as is_cover
    from (
      select person_id, true as is_cover from class_cover where class_id = ${classId} and class_date = ${classDate}
      union all
      select person_id, false from class_instructor where class_id = ${classId} and not exists (
        select from class_cover where class_id = ${classId} and class_date = ${classDate})
    ) teacher join person on person.id = teacher.person_id
  )`
