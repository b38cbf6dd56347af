import { longDate } from '@honbu/contract/format.ts'
import { type Selectable, sql } from 'kysely'
import { weekRowSql } from '../classes/index.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import type { ClassRow } from './lock-class.ts'
import { type RunningSession, sessionsBetween } from './session-people.ts'

export type SessionRow = Selectable<Tables['class_session']>

export interface Times {
  readonly startTime: string
  readonly finishTime: string
}

export const readSessionRow = async (tx: Write['tx'], classId: number, classDate: string) =>
  await tx
    .selectFrom('class_session')
    .selectAll()
    .where('class_id', '=', classId)
    .where('class_date', '=', classDate)
    .executeTakeFirst()

/** The session as it runs on a day; null where the class does not run. */
export async function runningSession(
  tx: Write['tx'],
  classId: number,
  classDate: string,
): Promise<RunningSession | null> {
  const [session = null] = await sessionsBetween(tx, sql`class.id = ${classId}`, classDate, classDate)
  return session
}

/** Its room by the weekday or the class, whatever was said of that one session. */
export async function usualRoom(tx: Write['tx'], klass: ClassRow, classDate: string): Promise<number | null> {
  const { rows } = await sql<{ locationId: number | null }>`
    select location_id as "locationId" from ${weekRowSql(sql`${klass.id}::bigint`, sql`${classDate}::date`)} week`.execute(
    tx,
  )
  return rows[0]?.locationId ?? klass.location_id
}

/** Its times by the slot or the week, whatever was said of that one session; undefined: the class does not run then. */
export async function usualTimes(tx: Write['tx'], classId: number, classDate: string): Promise<Times | undefined> {
  const { rows } = await sql<Times>`
    select to_char(start_time, 'HH24:MI') as "startTime", to_char(finish_time, 'HH24:MI') as "finishTime" from (
      select start_time, finish_time from class_availability where class_id = ${classId} and class_date = ${classDate}
      union all
      select start_time, finish_time from class_timetable join class on class.id = class_id
      where class_id = ${classId} and runs_in_week(class.start_date, class.every_weeks, ${classDate}) and weekday = extract(isodow from ${classDate}::date)
        and valid_from <= ${classDate} and (valid_until is null or valid_until >= ${classDate})
    ) usual limit 1`.execute(tx)
  return rows[0]
}

interface Held extends Times {
  /** Null: no room. */
  readonly locationId: number | null
}

/**
 * Lets a class run on a day at these times in this room. What is as usual is not written down, so that a later change of
 * the week changes it too.
 * @throws Refused 409 on `field` where the class cannot run that day
 */
export async function holdSession(
  { tx }: Write,
  klass: ClassRow,
  { classDate, field, startTime, finishTime, locationId }: Held & { classDate: string; field: string },
): Promise<RunningSession> {
  const usual = await usualTimes(tx, klass.id, classDate)
  const room = await usualRoom(tx, klass, classDate)
  const isUsual = usual?.startTime === startTime && usual.finishTime === finishTime
  await refuseOn({ class_session_location_id_club_id_fkey: ['locationId', 'This room belongs to another club.'] }, () =>
    storeSession(tx, klass, classDate, {
      is_added: usual === undefined,
      is_cancelled: false,
      start_time: isUsual ? null : startTime,
      finish_time: isUsual ? null : finishTime,
      location_id: locationId === room ? null : locationId,
      moved_to: null,
    }),
  )
  const session = await runningSession(tx, klass.id, classDate)
  if (session) return session
  const message = await whyNot(tx, klass, classDate)
  throw new Refused(409, message, { [field]: [message] })
}

/** Counts the change: calendars take what has a higher number. */
export async function storeSession(
  tx: Write['tx'],
  klass: ClassRow,
  classDate: string,
  row: Partial<Omit<SessionRow, 'class_id' | 'club_id' | 'class_date' | 'version'>>,
): Promise<void> {
  await tx
    .insertInto('class_session')
    .values({ class_id: klass.id, club_id: klass.club_id, class_date: classDate, ...row })
    .onConflict(conflict =>
      conflict.columns(['class_id', 'class_date']).doUpdateSet({ ...row, version: sql`class_session.version + 1` }),
    )
    .execute()
}

async function whyNot(tx: Write['tx'], klass: ClassRow, classDate: string): Promise<string> {
  const closure = await tx
    .selectFrom('club_closure')
    .select('name')
    .where('club_id', '=', klass.club_id)
    .where('closed_on', '=', classDate)
    .executeTakeFirst()
  if (closure) return `The club is closed on ${longDate(classDate)}${closure.name && `: ${closure.name}`}.`
  if (classDate < klass.start_date) return `${klass.class_name} starts on ${longDate(klass.start_date)}.`
  return `${klass.class_name} ends on ${longDate(klass.end_date ?? classDate)}.`
}
