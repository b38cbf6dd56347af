import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import { rulesOf } from '@honbu/contract/class-types.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/sessions.ts'
import { sql } from 'kysely'
import { bookableDays } from '../bookings/index.ts'
import { occurrenceSql, teachingSql } from '../classes/index.ts'
import { mayTouch } from '../platform/access.ts'
import type { Read } from '../platform/route.ts'

/** Where bookings can move: as far ahead, and as many. */
const weeksAhead = 8
const mostNext = 12

interface Row {
  className: string
  clubId: number
  classTypeId: number
  timeZone: string
  runs: boolean
  isAdded: boolean
  isCancelled: boolean
  reason: string
  movedTo: string | null
  startTime: string | null
  finishTime: string | null
  locationId: number | null
  instructorIds: number[]
  hasBegun: boolean
  booked: number
  waiting: number
}

export async function getSession({ db, user, now }: Read, { id, classDate }: Input<typeof call.getSession>) {
  const { rows } = await sql<Row>`
    select class.class_name as "className", class.club_id as "clubId", class.class_type_id as "classTypeId",
      club.time_zone as "timeZone", session.class_id is not null as runs, coalesce(changed.is_added, false) as "isAdded",
      coalesce(changed.is_cancelled, false) as "isCancelled", coalesce(changed.reason, '') as reason,
      changed.moved_to as "movedTo", to_char(session.start_time, 'HH24:MI') as "startTime",
      to_char(session.finish_time, 'HH24:MI') as "finishTime",
      coalesce(session.location_id, class.location_id) as "locationId", teaching.ids as "instructorIds",
      coalesce((session.class_date + session.start_time) at time zone club.time_zone <= ${now}, false) as "hasBegun",
      (select count(*) from booking
        where class_id = class.id and booking_date = ${classDate} and cancelled_at is null) as booked,
      (select count(*) from waiting_list_entry
        where class_id = class.id and class_date = ${classDate} and closed_at is null) as waiting
    from class
    join club on club.id = class.club_id
    left join class_session changed on changed.class_id = class.id and changed.class_date = ${classDate}
    left join ${occurrenceSql(sql`class.id = ${id}`, classDate, classDate)} session on true
    cross join lateral ${teachingSql(sql`class.id`, sql`${classDate}::date`)} teaching
    where class.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a class that was there is gone')
  const { timeZone, classTypeId, ...session } = row
  const today = todayIn(timeZone, now)
  const days = await bookableDays(db, {
    ...{ classes: sql`class.id = ${id}`, now },
    ...{ from: today, to: addDays(classDate > today ? classDate : today, 7 * weeksAhead) },
  })
  return {
    ...{ classId: id, classDate, ...session },
    isPrebooked: rulesOf(classTypeId).runs === 'slots',
    isAdmin: mayTouch(user, session.clubId, true),
    next: days
      .filter(day => day.classDate !== classDate)
      .slice(0, mostNext)
      .map(({ classDate: date, startTime, finishTime, free }) => ({ classDate: date, startTime, finishTime, free })),
  }
}
