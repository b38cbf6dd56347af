import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/member-view.ts'
import { sql } from 'kysely'
import type { Read } from '../platform/route.ts'
import { timeZoneOf } from './get-attendances.ts'

interface BookingRow {
  bookingId: number
  classId: number
  className: string
  classTypeId: number
  clubId: number
  clubName: string
  bookingDate: string
  startTime: string | null
  isCancelled: boolean
  attended: boolean | null
}

interface WaitingRow {
  id: number
  classId: number
  className: string
  clubId: number
  clubName: string
  classDate: string
  offerUntil: Date | null
}

const mostShown = 200

export async function getMemberBookings({ db, user, now }: Read, { id }: Input<typeof call.getMemberBookings>) {
  const clubIds = [...user.clubs.keys()]
  const today = todayIn(await timeZoneOf(db, id, clubIds), now)
  const [{ rows: bookings }, { rows: waiting }] = await Promise.all([
    sql<BookingRow>`
      select booking.id as "bookingId", class.id as "classId", class.class_name as "className",
        class.class_type_id as "classTypeId", club.id as "clubId", club.name as "clubName",
        booking.booking_date as "bookingDate", to_char(session_start(class.id, booking.booking_date), 'HH24:MI') as "startTime",
        booking.cancelled_at is not null as "isCancelled", attendance.attended
      from booking
      join class on class.id = booking.class_id
      join club on club.id = class.club_id
      left join attendance on attendance.class_id = class.id and attendance.class_date = booking.booking_date
        and attendance.member_id = booking.member_id
      where booking.member_id = ${id} and booking.club_id = any(${clubIds})
      order by booking.booking_date desc, booking.id desc
      limit ${mostShown}`.execute(db),
    sql<WaitingRow>`
      select entry.id, class.id as "classId", class.class_name as "className", club.id as "clubId",
        club.name as "clubName", entry.class_date as "classDate", entry.offer_until as "offerUntil"
      from waiting_list_entry entry
      join class on class.id = entry.class_id
      join club on club.id = class.club_id
      where entry.member_id = ${id} and entry.club_id = any(${clubIds}) and entry.closed_at is null
        and entry.class_date >= ${today}
      order by entry.class_date, entry.id`.execute(db),
  ])
  const toCome = bookings.filter(row => row.bookingDate >= today && !row.isCancelled).toReversed()
  return {
    today,
    bookings: [...toCome, ...bookings.filter(row => row.bookingDate < today || row.isCancelled)],
    waiting: waiting.map(row => ({ ...row, offerUntil: row.offerUntil?.toISOString() ?? null })),
  }
}
