import { classType } from '@honbu/contract/ids.ts'
import type { Db } from '../../src/platform/database.ts'
import { testNow, testToday } from '../app.ts'
import { rootOf } from './in-tree.ts'
import { next } from './next.ts'

/** A class that runs on the weekdays given, Tuesdays at 19:00 unless told otherwise. */
export async function createClass(db: Db, { clubId, weekdays = [2], ...rest }: ClassInput) {
  const rootClubId = await rootOf(db, clubId)
  const startDate = rest.startDate ?? '2025-01-01'
  const klass = await db
    .insertInto('class')
    .values({
      club_id: clubId,
      root_club_id: rootClubId,
      class_name: rest.className ?? `Class ${next()}`,
      class_type_id: rest.classTypeId ?? classType.class,
      primary_discipline_id: rest.disciplineId ?? null,
      start_date: startDate,
      end_date: rest.endDate ?? null,
    })
    .returning(['id', 'class_name as className'])
    .executeTakeFirstOrThrow()
  for (const weekday of weekdays)
    await db
      .insertInto('class_timetable')
      .values({
        class_id: klass.id,
        club_id: clubId,
        weekday,
        start_time: rest.startTime ?? '19:00',
        finish_time: rest.finishTime ?? '20:00',
        valid_from: startDate,
      })
      .execute()
  return klass
}

interface ClassInput {
  clubId: number
  weekdays?: readonly number[]
  className?: string
  classTypeId?: number
  disciplineId?: number
  startDate?: string
  endDate?: string
  startTime?: string
  finishTime?: string
}

export async function enrol(db: Db, { classId, memberId, since = '2025-01-01' }: Enrolment) {
  const klass = await db
    .selectFrom('class')
    .select(['club_id', 'root_club_id'])
    .where('id', '=', classId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('class_member')
    .values({ class_id: classId, member_id: memberId, date_added: since, ...klass })
    .execute()
}

interface Enrolment {
  classId: number
  memberId: number
  since?: string
}

export async function attend(db: Db, { classId, memberId, date = testToday, attended = true }: Attendance) {
  const klass = await db
    .selectFrom('class')
    .select(['club_id', 'root_club_id'])
    .where('id', '=', classId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('attendance')
    .values({ class_id: classId, member_id: memberId, class_date: date, attended, ...klass })
    .execute()
}

interface Attendance {
  classId: number
  memberId: number
  date?: string
  attended?: boolean
}

/** A place booked for one day. */
export async function book(db: Db, { classId, memberId, date = testToday, cancelled = false }: Booking) {
  const klass = await db
    .selectFrom('class')
    .select(['club_id', 'root_club_id'])
    .where('id', '=', classId)
    .executeTakeFirstOrThrow()
  const cancelled_at = cancelled ? testNow : null
  await db
    .insertInto('booking')
    .values({ class_id: classId, member_id: memberId, booking_date: date, cancelled_at, ...klass })
    .execute()
}

interface Booking {
  classId: number
  memberId: number
  date?: string
  cancelled?: boolean
}

/** A dated slot of a prebooked class: a week after the day of the tests, at 18:00, unless told otherwise. */
export async function createSlot(db: Db, { classId, date = '2026-05-19', capacity = 10, ...times }: SlotInput) {
  const klass = await db.selectFrom('class').select('club_id').where('id', '=', classId).executeTakeFirstOrThrow()
  return await db
    .insertInto('class_availability')
    .values({
      ...klass,
      class_id: classId,
      class_date: date,
      start_time: times.start ?? '18:00',
      finish_time: times.finish ?? '19:00',
      capacity,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

interface SlotInput {
  classId: number
  date?: string
  capacity?: number
  start?: string
  finish?: string
}
