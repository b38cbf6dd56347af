import { longDate } from '@honbu/contract/format.ts'
import { classType } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { occurrenceSql } from '../classes/index.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

/** A class on a day on which it runs, with what its places depend on. */
export interface ClassDay {
  readonly classId: number
  readonly className: string
  readonly clubId: number
  readonly rootClubId: number
  readonly timeZone: string
  readonly isPrebooked: boolean
  readonly classDate: string
  /** HH:mm, local to the club; the instants are the same by the clock of the club's zone. */
  readonly startTime: string
  readonly finishTime: string
  readonly startsAt: Date
  readonly finishesAt: Date
  /** Of the slot where the class is prebooked; null: as many as come. */
  readonly capacity: number | null
  readonly prospectLimit: number | null
  readonly offerHours: number
}

/**
 * Waits for whoever is changing the places of this day, and keeps the others waiting: by the slot, or by the class where
 * it runs by its week. Null when the class does not run that day.
 */
export async function lockDay(tx: Write['tx'], classId: number, classDate: string): Promise<ClassDay | null> {
  const slot = await tx
    .selectFrom('class_availability')
    .select('id')
    .where('class_id', '=', classId)
    .where('class_date', '=', classDate)
    .forUpdate()
    .executeTakeFirst()
  if (!slot) await tx.selectFrom('class').select('id').where('id', '=', classId).forNoKeyUpdate().execute()
  // A statement of its own: it sees what the one before it has left.
  return await readDay(tx, classId, classDate)
}

/** @throws Refused 400 on `bookingDate` when the class does not run that day */
export async function lockRunningDay(tx: Write['tx'], classId: number, classDate: string): Promise<ClassDay> {
  const day = await lockDay(tx, classId, classDate)
  if (day) return day
  const message = `The class does not run on ${longDate(classDate)}.`
  throw new Refused(400, message, { bookingDate: [message] })
}

export async function readDay(db: Db, classId: number, classDate: string): Promise<ClassDay | null> {
  const { rows } = await sql<ClassDay>`
    select class.id as "classId", class.class_name as "className", class.club_id as "clubId",
      class.root_club_id as "rootClubId", club.time_zone as "timeZone",
      class.class_type_id = ${classType.prebooked} as "isPrebooked", session.class_date as "classDate",
      to_char(session.start_time, 'HH24:MI') as "startTime", to_char(session.finish_time, 'HH24:MI') as "finishTime",
      (session.class_date + session.start_time) at time zone club.time_zone as "startsAt",
      session_end(session.class_date, session.start_time, session.finish_time) at time zone club.time_zone as "finishesAt",
      coalesce(session.capacity, class.capacity) as capacity, class.prospect_limit as "prospectLimit",
      class.offer_hours as "offerHours"
    from ${occurrenceSql(sql`class.id = ${classId}`, classDate, classDate)} session
    join class on class.id = session.class_id
    join club on club.id = class.club_id`.execute(db)
  return rows[0] ?? null
}
