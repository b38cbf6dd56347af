import { addDays, addMonths, todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import * as call from '@honbu/contract/member-view.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'
import { type Places, statement } from '../platform/statement.ts'
import { attendanceRhythm } from './attendance-rhythm.ts'

export async function getAttendances({ db, user }: Read, { id, ...grid }: Input<typeof call.getAttendances>) {
  const query = db
    .selectFrom('attendance')
    .innerJoin('class', 'class.id', 'attendance.class_id')
    .innerJoin('club', 'club.id', 'attendance.club_id')
    .leftJoin('account', 'account.id', 'attendance.marked_by')
    .leftJoin('person as marker', 'marker.id', 'account.person_id')
    .where('attendance.member_id', '=', id)
    .where('attendance.club_id', 'in', [0, ...user.clubs.keys()])
    .select(['attendance.id as attendanceId', 'attendance.class_id as classId', 'class.class_name as className'])
    .select(['attendance.club_id as clubId', 'club.name as clubName', 'attendance.class_date as classDate'])
    .select('attendance.attended')
    .select(sql<string>`trim(coalesce(marker.first_name || ' ' || marker.last_name, ''))`.as('markedBy'))
  return await gridQuery(
    query,
    {
      columns: call.attendanceColumns,
      expressions: {
        classDate: 'attendance.class_date',
        className: 'class.class_name',
        clubName: 'club.name',
        attended: 'attendance.attended',
      },
      id: 'attendance.id',
      sort: [{ field: 'classDate', dir: 'desc' }],
    },
    grid,
  )
}

export async function getAttendanceYear({ db, user, now }: Read, { id, until }: Input<typeof call.getAttendanceYear>) {
  const clubIds = [...user.clubs.keys()]
  const today = todayIn(await timeZoneOf(db, id, clubIds), now)
  const last = until ?? today
  const from = addDays(addMonths(last, -12), 1)
  const rows = await daysOf(db, { memberId: id, clubIds, until: last > today ? last : today })
  const days = rows.filter(day => day.date >= from && day.date <= last)
  return {
    from,
    until: last,
    days,
    attended: days.reduce((sum, day) => sum + day.attended, 0),
    ...attendanceRhythm(rows, today),
    lastAttended: rows.findLast(day => day.attended > 0)?.date ?? null,
  }
}

interface Day {
  readonly date: string
  readonly attended: number
  readonly absent: number
}

/** All of them, for the streaks: a row a day, read from the index alone. */
const daysOf = statement(
  (
    _db,
    { memberId, clubIds, until }: Places<{ memberId: number; clubIds: readonly number[]; until: string }>,
  ) => sql<Day>`
    select class_date as date, count(*) filter (where attended) as attended, count(*) filter (where not attended) as absent
    from attendance
    where member_id = ${memberId} and club_id = any(${clubIds}) and class_date <= ${until}
    group by class_date order by class_date`,
)

/** Of the caller's club that the member belongs to. */
export async function timeZoneOf(db: Db, memberId: number, clubIds: readonly number[]): Promise<string> {
  const [zone] = await timeZones(db, { memberId, clubIds })
  return zone?.timeZone ?? 'Europe/London'
}

const timeZones = statement(
  (_db, { memberId, clubIds }: Places<{ memberId: number; clubIds: readonly number[] }>) => sql<{ timeZone: string }>`
    select time_zone as "timeZone" from club_member join club on club.id = club_member.club_id
    where member_id = ${memberId} order by club.id <> all(${clubIds}), club.id limit 1`,
)
