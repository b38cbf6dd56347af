import type { Input } from '@honbu/contract/endpoint.ts'
import type { getRoomClashes as call } from '@honbu/contract/locations.ts'
import { sql } from 'kysely'
import { milliseconds, occurrenceSql, readPlanned } from '../classes/index.ts'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'

interface Session {
  classId: number
  className: string
  firstDate: string
  startTime: string
  finishTime: string
  locationId: number
  startsAt: number
  finishesAt: number
}

/** Each other class once, with the first session for which both would be in a room. */
export async function getRoomClashes({ db }: Read, asked: Input<typeof call>) {
  const { clubId, classId } = asked
  const planned = await readPlanned(db, asked)
  if (!planned) return []
  const { days, from, to, daysMeeting } = planned
  const roomOf = (day: (typeof days)[number]) => day.locationId ?? asked.locationId
  const rooms = [...new Set(days.map(roomOf))].filter(id => id !== null)
  const sessions = await roomSessions(db, { clubId, classId, rooms, from, to })
  const found = new Map<number, Omit<Session, 'locationId' | 'startsAt' | 'finishesAt'>>()
  for (const { locationId, startsAt, finishesAt, ...session } of sessions) {
    const isTaken = daysMeeting({ startsAt, finishesAt }).some(day => roomOf(day) === locationId)
    if (isTaken && !found.has(session.classId)) found.set(session.classId, session)
  }
  return [...found.values()]
}

interface InRooms {
  readonly clubId: number
  /** Its own sessions are left out; 0: none. */
  readonly classId: number
  readonly rooms: readonly number[]
  readonly from: string
  readonly to: string
}

/** What is in some rooms of a club between two dates, both included, in the order of time. */
export async function roomSessions(db: Db, { clubId, classId, rooms, from, to }: InRooms): Promise<Session[]> {
  if (rooms.length === 0) return []
  const { rows } = await sql<Session>`
    select class.id as "classId", class.class_name as "className", session.class_date as "firstDate",
      to_char(session.start_time, 'HH24:MI') as "startTime", to_char(session.finish_time, 'HH24:MI') as "finishTime",
      session.location_id as "locationId", ${milliseconds(sql`session.class_date + session.start_time`)} as "startsAt",
      ${milliseconds(sql`session_end(session.class_date, session.start_time, session.finish_time)`)} as "finishesAt"
    from ${occurrenceSql(sql`class.club_id = ${clubId} and class.id <> ${classId}`, from, to)} session
    join class on class.id = session.class_id
    join club on club.id = class.club_id
    where session.location_id = any(${[...rooms]})
    order by "startsAt", class.id`.execute(db)
  return rows
}
