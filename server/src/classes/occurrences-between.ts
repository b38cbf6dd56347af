import { type Expression, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { occurrenceSql } from './occurrence-sql.ts'
import { registerSql } from './register-sql.ts'
import { teachingSql } from './teaching-sql.ts'

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
  locationId: number | null
  location: string
  disciplineName: string
  colour: string
  /** Who teaches that day, by name and by person; with `isCover`, others than usually. */
  instructors: string[]
  instructorIds: number[]
  isCover: boolean
  /** Places: of the slot where the class is prebooked. */
  capacity: number | null
  reservations: number
  /** Members on the waiting list. */
  waiting: number
  expected: number
  attended: number
  absent: number
  /** Grows with each change of the class, of its slot or of this session, as calendars ask for it. */
  sequence: number
}

/** Without a discipline a class has the colour of none. */
export const neutralColour = '#8b8d90'

/** Every class of the clubs on every day it runs between two dates, both included, in the order of the day. */
export const occurrencesBetween = (db: Db, clubIds: readonly number[], from: string, to: string) =>
  occurrencesOf(db, sql`class.club_id = any(${[...clubIds]})`, from, to)

/** The same of some classes, the first `most` of them where that is said; `classes` is a condition on `class`. */
export async function occurrencesOf(db: Db, classes: Expression<unknown>, from: string, to: string, most?: number) {
  const first = most === undefined ? sql`` : sql`order by class_date, start_time limit ${most}`
  const { rows } = await sql<ClassOccurrence>`
    select class.id as "classId", class.class_name as "className", club.id as "clubId", club.code as "clubCode",
      club.name as "clubName", class.class_type_id as "classTypeId", lookup.name as "classType",
      session.class_date as "classDate", to_char(session.start_time, 'HH24:MI') as "startTime",
      to_char(session.finish_time, 'HH24:MI') as "finishTime", session.location_id as "locationId", coalesce(location.name, '') as location,
      coalesce(discipline.name, '') as "disciplineName", coalesce(discipline.colour, ${neutralColour}) as colour,
      teaching.names as instructors, teaching.ids as "instructorIds", teaching.is_cover as "isCover",
      coalesce(session.capacity, class.capacity) as capacity,
      (
        select count(*) from waiting_list_entry waiting
        where waiting.class_id = class.id and waiting.class_date = session.class_date and closed_at is null
      ) as waiting,
      class.version + coalesce(changed.version, 0) + coalesce(slot.version, 0) as sequence,
      register.reservations, register.expected, register.attended, register.absent
    from (select * from ${occurrenceSql(classes, from, to)} occurrence ${first}) session
    join class on class.id = session.class_id
    join club on club.id = class.club_id
    join lookup on lookup.id = class.class_type_id
    left join class_session changed on changed.class_id = class.id and changed.class_date = session.class_date
    left join class_availability slot on slot.class_id = class.id and slot.class_date = session.class_date
    left join location on location.id = session.location_id
    left join discipline on discipline.id = class.primary_discipline_id
    cross join lateral ${teachingSql(sql`session.class_id`, sql`session.class_date`)} teaching
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
