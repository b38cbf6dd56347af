import type * as call from '@honbu/contract/bookings.ts'
import { mostSlotDays } from '@honbu/contract/bookings.ts'
import { daysBetween, todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { classType } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { occurrenceSql, registerSql } from '../classes/index.ts'
import { mayTouch } from '../platform/access.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import { offerStands } from './holders.ts'

interface Row {
  slotId: number | null
  version: number
  classDate: string
  startTime: string
  finishTime: string
  capacity: number | null
  booked: number
  offered: number
  waiting: number
  taken: number
  closure: string | null
  hasBegun: boolean
  isOver: boolean
}

export async function getClassAvailabilities(
  { db, user, now }: Read,
  input: Input<typeof call.getClassAvailabilities>,
) {
  const { id, dateFrom, dateTo } = input
  const days = daysBetween(dateFrom, dateTo)
  const wrong = days < 0 ? 'Should not be before dateFrom.' : days >= mostSlotDays && `At most ${mostSlotDays} days.`
  if (wrong) throw new Refused(400, wrong, { dateTo: [wrong] })
  const klass = await db
    .selectFrom('class')
    .innerJoin('club', 'club.id', 'class.club_id')
    .select(['class.club_id', 'class.class_type_id', 'class.offer_hours', 'club.time_zone'])
    .where('class.id', '=', id)
    .executeTakeFirstOrThrow()
  const isPrebooked = klass.class_type_id === classType.prebooked

  // Slots are shown on closed days too, where they do not take place.
  const sessions = isPrebooked
    ? sql`(select id as slot_id, version, class_date, start_time, finish_time, capacity from class_availability
        where class_id = ${id} and class_date between ${dateFrom} and ${dateTo})`
    : sql`(select null::bigint as slot_id, 0 as version, class_date, start_time, finish_time,
        coalesce(capacity, (select capacity from class where id = ${id})) as capacity
        from ${occurrenceSql(sql`class.id = ${id}`, dateFrom, dateTo)} session)`
  const placed = isPrebooked
    ? sql`select member_id from booking
        where class_id = ${id} and booking_date = day.class_date and cancelled_at is null`
    : sql`select member_id from ${registerSql({
        classId: sql`${id}::bigint`,
        classDate: sql`day.class_date`,
        includeEnquiries: false,
      })} listed`
  const { rows } = await sql<Row>`
    select day.slot_id as "slotId", day.version, day.class_date as "classDate",
      to_char(day.start_time, 'HH24:MI') as "startTime", to_char(day.finish_time, 'HH24:MI') as "finishTime",
      day.capacity, booked.count as booked, listed.offered, listed.waiting, held.count as taken,
      coalesce(closure.name, case when changed.is_cancelled then concat_ws(': ', 'Cancelled', nullif(changed.reason, '')) end)
        as closure,
      (day.class_date + day.start_time) at time zone ${klass.time_zone} <= ${now} as "hasBegun",
      session_end(day.class_date, day.start_time, day.finish_time) at time zone ${klass.time_zone} <= ${now} as "isOver"
    from ${sessions} day
    left join club_closure closure on closure.club_id = ${klass.club_id} and closure.closed_on = day.class_date
    left join class_session changed on changed.class_id = ${id} and changed.class_date = day.class_date
    cross join lateral (
      select count(*) from booking
      where class_id = ${id} and booking_date = day.class_date and cancelled_at is null
    ) booked
    cross join lateral (
      select count(*) filter (where ${offerStands(now)}) as offered,
        count(*) filter (where offer_until is null) as waiting
      from waiting_list_entry where class_id = ${id} and class_date = day.class_date and closed_at is null
    ) listed
    cross join lateral (
      select count(*) from (
        ${placed}
        union
        select member_id from waiting_list_entry
        where class_id = ${id} and class_date = day.class_date and ${offerStands(now)}
      ) holder
    ) held
    order by day.class_date`.execute(db)
  const closures = await db
    .selectFrom('club_closure')
    .select(['closed_on as date', 'name'])
    .where('club_id', '=', klass.club_id)
    .where('closed_on', '>=', dateFrom)
    .where('closed_on', '<=', dateTo)
    .orderBy('closed_on')
    .execute()
  return {
    classId: id,
    today: todayIn(klass.time_zone, now),
    isPrebooked,
    isAdmin: mayTouch(user, klass.club_id, true),
    offerHours: klass.offer_hours,
    closures,
    slots: rows.map(row => ({ ...row, available: available(row) })),
  }
}

const available = ({ capacity, taken, waiting }: Row) =>
  capacity === null ? null : Math.max(0, capacity - taken - waiting)
