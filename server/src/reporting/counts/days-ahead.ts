import { addDays, daysBetween } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'

/** Both days are looked at. */
export interface DaysOfClubs {
  readonly clubIds: readonly number[]
  readonly from: string
  readonly until: string
}

/** Who became active in these days and still is, as a table: member_id, club_id, member_status_id, since. */
export const newMembersSql = ({ clubIds, from, until }: DaysOfClubs): RawBuilder<unknown> => sql`(
  select club_member.member_id, club_member.club_id, club_member.member_status_id, max(change.changed_on) as since
  from member_status_change change
  join club_member on club_member.id = change.club_member_id
    and club_member.member_status_id = change.to_status_id
  where change.club_id = any(${[...clubIds]}) and change.to_status_id = ${memberStatus.active}
    and change.changed_on between ${from}::date and ${until}::date
  group by club_member.id
)`

/**
 * Who has booked a class on these days and is no member yet, as a table with a row a booking: booking_id, member_id,
 * club_id, class_id, class_name, booked_for, start_time ('18:30', or '').
 */
export const trialBookingsSql = ({ clubIds, from, until }: DaysOfClubs): RawBuilder<unknown> => sql`(
  select booking.id as booking_id, booking.member_id, booking.club_id, class.id as class_id, class.class_name,
    booking.booking_date as booked_for, coalesce(to_char(session_start(class.id, booking.booking_date), 'HH24:MI'), '') as start_time
  from booking
  join club_member on club_member.member_id = booking.member_id and club_member.club_id = booking.club_id
    and club_member.member_status_id in (${memberStatus.enquiry}, ${memberStatus.prospect})
  join class on class.id = booking.class_id
  where booking.club_id = any(${[...clubIds]}) and booking.booking_date between ${from}::date and ${until}::date
    and booking.cancelled_at is null
)`

/**
 * Active members with a birthday on these days, once each, as a table: member_id, club_id (that with the first name in the
 * alphabet, where somebody trains in several), birthday, years.
 */
export const birthdaysSql = ({ clubIds, from, until }: DaysOfClubs): RawBuilder<unknown> => sql`(
  select distinct on (entry.member_id) entry.member_id, entry.club_id, day.day::date as birthday,
    extract(year from day.day)::integer - extract(year from entry.dob)::integer as years
  from generate_series(${from}::date, ${until}::date, interval '1 day') day
  cross join lateral unnest(birthdays_on(day.day::date)) as kept (birthday)
  join directory_entry entry on entry.birthday = kept.birthday and entry.birthday = any(${birthdaysFrom(from, until)})
  join club on club.id = entry.club_id
  where entry.club_id = any(${[...clubIds]}) and entry.dob < day.day
    and entry.member_status_id in (${memberStatus.active}, ${memberStatus.issue})
  order by entry.member_id, day.day, club.name, club.id
)`

/**
 * Birthdays as `directory_entry.birthday` has them (MMDD), all that are kept between two days, and perhaps that of a leap
 * day: how many these are, the database sees only where it is told them.
 */
function birthdaysFrom(from: string, until: string): number[] {
  const days = Math.min(daysBetween(from, until), 366)
  const found = Array.from({ length: days + 1 }, (_, day) => Number(addDays(from, day).slice(5).replace('-', '')))
  return found.includes(301) ? [...found, 229] : found
}
