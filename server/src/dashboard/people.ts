import { addDays } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { leadsSql } from '../marketing/index.ts'
import type { Db } from '../platform/database.ts'

/** Both days are looked at. */
interface Days {
  readonly clubIds: readonly number[]
  readonly from: string
  readonly until: string
}

interface Person {
  memberId: number
  firstName: string
  lastName: string
  clubId: number
  clubName: string
}

const peopleShown = 50

/** Who became active and still is. */
export const newMembers = (db: Db, { clubIds, from, until }: Days) =>
  listed<{ memberStatusId: number; since: string }>(
    db,
    sql`
      select club_member.member_id, club_member.club_id, club_member.member_status_id as "memberStatusId",
        max(change.changed_on) as since
      from member_status_change change
      join club_member on club_member.id = change.club_member_id
        and club_member.member_status_id = change.to_status_id
      where change.club_id = any(${[...clubIds]}) and change.to_status_id = ${memberStatus.active}
        and change.changed_on between ${from} and ${until}
      group by club_member.id`,
    sql`found.since desc`,
  )

/** Who came, as Marketing counts them. */
export const newEnquiries = (db: Db, { clubIds, from, until }: Days) =>
  listed<{ memberStatusId: number; since: string }>(
    db,
    sql`
      select lead.member_id, lead.club_id, lead.member_status_id as "memberStatusId", lead.came_on as since
      from ${leadsSql({ clubIds, from, until: addDays(until, 1) })} lead`,
    sql`found.since desc`,
  )

/** Who comes to a class and is no member yet. */
export const trials = (db: Db, { clubIds, from, until }: Days) =>
  listed<{ on: string; classId: number; className: string; startTime: string }>(
    db,
    sql`
      select booking.member_id, booking.club_id, booking.booking_date as "on", class.id as "classId",
        class.class_name as "className", coalesce(to_char(coalesce(
          (
            select start_time from class_availability slot
            where slot.class_id = class.id and slot.class_date = booking.booking_date
          ),
          (
            select start_time from class_timetable week
            where week.class_id = class.id and week.weekday = extract(isodow from booking.booking_date)
              and booking.booking_date between week.valid_from and coalesce(week.valid_until, 'infinity')
          )
        ), 'HH24:MI'), '') as "startTime"
      from booking
      join club_member on club_member.member_id = booking.member_id and club_member.club_id = booking.club_id
        and club_member.member_status_id in (${memberStatus.enquiry}, ${memberStatus.prospect})
      join class on class.id = booking.class_id
      where booking.club_id = any(${[...clubIds]}) and booking.booking_date between ${from} and ${until}
        and booking.cancelled_at is null`,
    sql`found."on", found."startTime"`,
  )

/** Whose birthday it is; in the club with the first name in the alphabet, where somebody trains in several. */
export const birthdays = (db: Db, { clubIds, from, until }: Days) =>
  listed<{ on: string; years: number }>(
    db,
    sql`
      select distinct on (entry.member_id) entry.member_id, entry.club_id, day.day::date as "on",
        extract(year from day.day)::integer - extract(year from entry.dob)::integer as years
      from generate_series(${from}::date, ${until}::date, interval '1 day') day
      cross join lateral unnest(birthdays_on(day.day::date)) as kept (birthday)
      join directory_entry entry on entry.birthday = kept.birthday
      join club on club.id = entry.club_id
      where entry.club_id = any(${[...clubIds]}) and entry.dob < day.day
        and entry.member_status_id in (${memberStatus.active}, ${memberStatus.issue})
      order by entry.member_id, day.day, club.name, club.id`,
    sql`found."on"`,
  )

/** The first of those whom a query has found (member_id, club_id and more), with their names; and how many they are. */
async function listed<Row>(db: Db, found: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const { rows } = await sql<Person & Row & { total: number }>`
    select found.*, found.member_id as "memberId", person.first_name as "firstName", person.last_name as "lastName",
      club.id as "clubId", club.name as "clubName", count(*) over () as total
    from (${found}) found
    join club on club.id = found.club_id
    join member on member.id = found.member_id
    join person on person.id = member.person_id
    order by ${order}, person.last_name, person.first_name, found.member_id, club.id
    limit ${peopleShown}`.execute(db)
  return { total: rows[0]?.total ?? 0, people: rows.map(({ total: _, ...person }) => person) }
}
