import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/member-view.ts'
import { sql } from 'kysely'
import { frozenSql, occurrenceSql } from '../classes/index.ts'
import type { Read } from '../platform/route.ts'
import { timeZoneOf } from './get-attendances.ts'

interface Row {
  classId: number
  className: string
  clubName: string
  classDate: string
  startTime: string
  location: string
}

/** Days ahead that are looked through: a class that runs every few weeks comes round, and a long closure is over. */
const ahead = 62

export async function getNextSession({ db, user, now }: Read, { id }: Input<typeof call.getNextSession>) {
  const clubIds = [...user.clubs.keys()]
  const today = todayIn(await timeZoneOf(db, id, clubIds), now)
  const theirs = sql`class.club_id = any(${clubIds}) and class.id in (
    select class_id from class_member where member_id = ${id} and (removed_on is null or removed_on > ${today})
    union all select class_id from booking where member_id = ${id} and booking_date >= ${today} and cancelled_at is null)`
  const { rows } = await sql<Row>`
    select class.id as "classId", class.class_name as "className", club.name as "clubName",
      session.class_date as "classDate", to_char(session.start_time, 'HH24:MI') as "startTime",
      coalesce(location.name, '') as location
    from ${occurrenceSql(theirs, today, addDays(today, ahead))} session
    join class on class.id = session.class_id
    join club on club.id = class.club_id
    left join location on location.id = session.location_id
    where session.class_date + session.start_time > ${now}::timestamptz at time zone club.time_zone
      and (exists (
        select from booking
        where member_id = ${id} and class_id = class.id and booking_date = session.class_date and cancelled_at is null
      ) or (exists (
        select from class_member
        where member_id = ${id} and class_id = class.id and date_added <= session.class_date
          and (removed_on is null or removed_on > session.class_date)
      ) and not ${frozenSql(sql`${id}`, sql`class.club_id`, sql`session.class_date`)}))
    order by session.class_date, session.start_time, class.id limit 1`.execute(db)
  return { session: rows[0] ?? null }
}
