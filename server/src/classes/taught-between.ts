import { type Expression, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { occurrenceSql } from './occurrence-sql.ts'
import { classesTaughtSql, teachingSql } from './teaching-sql.ts'

/** A class on a day, with those who teach or cover it. */
export interface Taught {
  classId: number
  className: string
  clubId: number
  clubName: string
  classDate: string
  /** HH:mm on the club's clock. */
  startTime: string
  finishTime: string
  /** Milliseconds since 1970, to compare clubs in different time zones. */
  startsAt: number
  finishesAt: number
  instructorIds: number[]
  instructors: string[]
}

interface Asked {
  readonly clubIds: readonly number[]
  readonly personIds: readonly number[]
  readonly from: string
  readonly to: string
}

/** What some people teach or cover in some clubs between two dates, both included, in the order of time. */
export async function taughtBetween(db: Db, { clubIds, personIds, from, to }: Asked): Promise<Taught[]> {
  if (personIds.length === 0) return []
  const classes = sql`class.club_id = any(${[...clubIds]}) and class.id in ${classesTaughtSql(personIds)}`
  const { rows } = await sql<Taught>`
    select class.id as "classId", class.class_name as "className", club.id as "clubId", club.name as "clubName",
      session.class_date as "classDate", to_char(session.start_time, 'HH24:MI') as "startTime",
      to_char(session.finish_time, 'HH24:MI') as "finishTime", ${milliseconds(sql`session.class_date + session.start_time`)} as "startsAt",
      ${milliseconds(sql`session_end(session.class_date, session.start_time, session.finish_time)`)} as "finishesAt", teaching.ids as "instructorIds", teaching.names as instructors
    from ${occurrenceSql(classes, from, to)} session
    join class on class.id = session.class_id
    join club on club.id = class.club_id
    cross join lateral ${teachingSql(sql`session.class_id`, sql`session.class_date`)} teaching
    where teaching.ids && ${[...personIds]}::bigint[]
    order by "startsAt", class.class_name, class.id`.execute(db)
  return rows
}

/** Of a local time of the club, as a number. */
export const milliseconds = (local: Expression<unknown>) =>
  sql<number>`extract(epoch from (${local}) at time zone club.time_zone)::float8 * 1000`
