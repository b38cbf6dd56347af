import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { occurrenceSql } from './occurrence-sql.ts'
import { registerSql } from './register-sql.ts'

/** A class on a day with what lists and schedules show of it. Times are HH:mm. */
export interface ClassOccurrence {
  classId: number
  className: string
  clubId: number
  clubCode: string
  clubName: string
  classTypeId: number
  classType: string
  classDate: string
  startTime: string
  finishTime: string
  location: string
  disciplineName: string
  colour: string
  instructors: string[]
  capacity: number | null
  reservations: number
  expected: number
  attended: number
  absent: number
}

/** Without a discipline a class has the colour of none. */
const neutralColour = '#8b8d90'

/** Every class of the clubs on every day it runs between two dates, both included, in the order of the day. */
export async function occurrencesBetween(db: Db, clubIds: readonly number[], from: string, to: string) {
  const { rows } = await sql<ClassOccurrence>`
    select class.id as "classId", class.class_name as "className", club.id as "clubId", club.code as "clubCode",
      club.name as "clubName", class.class_type_id as "classTypeId", lookup.name as "classType",
      session.class_date as "classDate", to_char(session.start_time, 'HH24:MI') as "startTime",
      to_char(session.finish_time, 'HH24:MI') as "finishTime", coalesce(location.name, '') as location,
      coalesce(discipline.name, '') as "disciplineName", coalesce(discipline.colour, ${neutralColour}) as colour,
      array(
        select trim(person.first_name || ' ' || person.last_name)
        from class_instructor join person on person.id = class_instructor.person_id
        where class_instructor.class_id = class.id order by person.last_name, person.id
      ) as instructors,
      class.capacity, register.reservations, register.expected, register.attended, register.absent
    from ${occurrenceSql(sql`class.club_id = any(${[...clubIds]})`, from, to)} session
    join class on class.id = session.class_id
    join club on club.id = class.club_id
    join lookup on lookup.id = class.class_type_id
    left join location on location.id = class.location_id
    left join discipline on discipline.id = class.primary_discipline_id
    cross join lateral (
      select count(*) as expected, count(*) filter (where is_booked) as reservations,
        count(*) filter (where attended) as attended, count(*) filter (where not attended) as absent
      from ${registerSql({
        classId: sql`session.class_id`,
        classDate: sql`session.class_date`,
        includeEnquiries: false,
      })} listed
    ) register
    order by session.class_date, session.start_time, class.class_name, class.id`.execute(db)
  return rows
}
