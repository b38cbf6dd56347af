import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { occurrenceSql } from '../classes/index.ts'
import type { Db } from '../platform/database.ts'

export const notificationKinds = ['trial-reminder', 'join-invitation'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** A booked trial as it is now: what its messages depend on. */
export interface BookedTrial {
  bookingId: number
  memberId: number
  firstName: string
  /** The person's own address, or a guardian's; empty when there is none. */
  email: string
  memberStatusId: number | null
  isCancelled: boolean
  /** As the register has it. */
  attended: boolean | null
  clubId: number
  rootClubId: number
  clubName: string
  clubEmail: string | null
  clubPhone: string | null
  className: string
  bookingDate: string
  /** HH:mm, local to the club; null when the class does not run on that day any more. */
  startTime: string | null
  startsAt: Date | null
  /** The day before at that time, and ten o'clock on the day after, by the clock of the club. */
  dayBefore: Date | null
  morningAfter: Date | null
}

export async function readBookedTrial(db: Db, bookingId: number): Promise<BookedTrial | null> {
  const booking = await db
    .selectFrom('booking')
    .select(['class_id as classId', 'booking_date as date'])
    .where('id', '=', bookingId)
    .executeTakeFirst()
  if (!booking) return null
  const { classId, date } = booking
  const { rows } = await sql<BookedTrial>`
    select booking.id as "bookingId", booking.member_id as "memberId", person.first_name as "firstName",
      coalesce(nullif(person.email::text, ''), (
        select other.email::text from member_contact join person other on other.id = member_contact.person_id
        where member_contact.member_id = member.id and is_guardian and other.email <> ''
        order by member_contact.id limit 1
      ), '') as email,
      club_member.member_status_id as "memberStatusId", booking.cancelled_at is not null as "isCancelled",
      attendance.attended, club.id as "clubId", club.root_club_id as "rootClubId", club.name as "clubName",
      club.email::text as "clubEmail", club.phone as "clubPhone", class.class_name as "className",
      booking.booking_date as "bookingDate", to_char(session.start_time, 'HH24:MI') as "startTime",
      (session.class_date + session.start_time) at time zone club.time_zone as "startsAt",
      (session.class_date - 1 + session.start_time) at time zone club.time_zone as "dayBefore",
      (session.class_date + 1 + time '10:00') at time zone club.time_zone as "morningAfter"
    from booking
    join class on class.id = booking.class_id
    join club on club.id = booking.club_id
    join member on member.id = booking.member_id
    join person on person.id = member.person_id
    left join club_member on club_member.member_id = member.id and club_member.club_id = booking.club_id
    left join attendance on attendance.class_id = booking.class_id and attendance.class_date = booking.booking_date
      and attendance.member_id = booking.member_id
    left join ${occurrenceSql(sql`class.id = ${classId}`, date, date)} session on true
    where booking.id = ${bookingId}`.execute(db)
  return rows[0] ?? null
}

/** Milliseconds before the start up to which a reminder is worth sending. */
const tooLate = 2 * 3_600_000

/**
 * When a message about a trial is to be sent; null when it is not, or no longer. A trial booked for tomorrow is reminded of
 * at once. Who has not come is rung up by a person rather than invited by a machine.
 */
export function dueAt(kind: NotificationKind, trial: BookedTrial, now: Date): Date | null {
  const { startsAt, dayBefore, morningAfter, email, isCancelled, memberStatusId, attended } = trial
  const isOnTrial = memberStatusId === memberStatus.prospect || memberStatusId === memberStatus.enquiry
  if (!startsAt || !dayBefore || email === '' || isCancelled || !isOnTrial) return null
  if (kind === 'join-invitation') return attended === false ? null : morningAfter
  if (startsAt.getTime() - now.getTime() < tooLate) return null
  return dayBefore < now ? now : dayBefore
}
