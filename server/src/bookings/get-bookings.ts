import type * as call from '@honbu/contract/bookings.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import { emailSql, phoneSql } from './contacts.ts'
import { isListed } from './holders.ts'

interface Person {
  memberId: number
  firstName: string
  lastName: string
  code: string
  photoUrl: string | null
  memberStatusId: number
  email: string
  phone: string
}

/** Who is booked by name, who waits in the order in which places are offered. */
export async function getBookings({ db, now }: Read, { id, classDate }: Input<typeof call.getBookings>) {
  const [club, booked, waiting] = await Promise.all([
    db
      .selectFrom('class')
      .innerJoin('club', 'club.id', 'class.club_id')
      .select('club.time_zone as timeZone')
      .where('class.id', '=', id)
      .executeTakeFirstOrThrow(),
    bookedOn(db, id, classDate),
    waitingOn(db, id, classDate, now),
  ])
  return {
    classId: id,
    classDate,
    ...club,
    booked: booked.map(row => ({ ...row, bookedAt: row.bookedAt.toISOString() })),
    waiting: waiting.map((row, index) => ({
      ...row,
      position: index + 1,
      joinedAt: row.joinedAt.toISOString(),
      offerUntil: row.offerUntil?.toISOString() ?? null,
    })),
  }
}

async function bookedOn(db: Db, classId: number, classDate: string) {
  const { rows } = await sql<Person & { bookingId: number; bookedAt: Date; attended: boolean | null }>`
    select ${person}, entry.id as "bookingId", entry.created_at as "bookedAt", attendance.attended
    from booking entry
    ${joinPerson}
    left join attendance on attendance.class_id = entry.class_id and attendance.class_date = entry.booking_date
      and attendance.member_id = entry.member_id
    where entry.class_id = ${classId} and entry.booking_date = ${classDate} and entry.cancelled_at is null
    order by person.last_name, person.first_name, member.id`.execute(db)
  return rows
}

async function waitingOn(db: Db, classId: number, classDate: string, now: Date) {
  const { rows } = await sql<Person & { joinedAt: Date; offerUntil: Date | null }>`
    select ${person}, entry.joined_at as "joinedAt", entry.offer_until as "offerUntil"
    from waiting_list_entry entry
    ${joinPerson}
    where entry.class_id = ${classId} and entry.class_date = ${classDate} and ${isListed(now)}
    order by entry.id`.execute(db)
  return rows
}

const person = sql`member.id as "memberId", person.first_name as "firstName", person.last_name as "lastName",
  member.code, person.photo_url as "photoUrl", membership.member_status_id as "memberStatusId",
  ${emailSql(sql`member.id`)} as email, ${phoneSql(sql`member.id`)} as phone`

/** With the membership in the class's own club; a visitor's is in another. */
const joinPerson = sql`
  join member on member.id = entry.member_id
  join person on person.id = member.person_id
  cross join lateral (
    select member_status_id from club_member where club_member.member_id = member.id
    order by club_member.club_id <> entry.club_id, club_member.club_id limit 1
  ) membership`
