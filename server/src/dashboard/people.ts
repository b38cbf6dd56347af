import { addDays } from '@honbu/contract/calendar.ts'
import { type RawBuilder, sql } from 'kysely'
import { leadsSql } from '../marketing/index.ts'
import type { Db } from '../platform/database.ts'
import { birthdaysSql, type DaysOfClubs, newMembersSql, trialBookingsSql } from '../reporting/index.ts'

interface Person {
  memberId: number
  firstName: string
  lastName: string
  clubId: number
  clubName: string
}

const peopleShown = 50

/** Who became active and still is. */
export const newMembers = (db: Db, of: DaysOfClubs) =>
  listed<{ memberStatusId: number; since: string }>(
    db,
    sql`select member_id, club_id, member_status_id as "memberStatusId", since from ${newMembersSql(of)} entry`,
    sql`found.since desc`,
  )

/** Who came, as Marketing counts them. */
export const newEnquiries = (db: Db, { clubIds, from, until }: DaysOfClubs) =>
  listed<{ memberStatusId: number; since: string }>(
    db,
    sql`
      select lead.member_id, lead.club_id, lead.member_status_id as "memberStatusId", lead.came_on as since
      from ${leadsSql({ clubIds, from, until: addDays(until, 1) })} lead`,
    sql`found.since desc`,
  )

/** Who comes to a class and is no member yet. */
export const trials = (db: Db, of: DaysOfClubs) =>
  listed<{ on: string; classId: number; className: string; startTime: string }>(
    db,
    sql`
      select member_id, club_id, booked_for as "on", class_id as "classId", class_name as "className",
        start_time as "startTime"
      from ${trialBookingsSql(of)} entry`,
    sql`found."on", found."startTime"`,
  )

/** Whose birthday it is; in the club with the first name in the alphabet, where somebody trains in several. */
export const birthdays = (db: Db, of: DaysOfClubs) =>
  listed<{ on: string; years: number }>(
    db,
    sql`select member_id, club_id, birthday as "on", years from ${birthdaysSql(of)} entry`,
    sql`found."on"`,
  )

/**
 * The first of those whom a query has found (member_id, club_id and more), with their names; and how many they are. Names
 * are looked up of those only who stand among the first by `order`, or beside the last of them.
 */
async function listed<Row>(db: Db, found: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const { rows } = await sql<Person & Row & { total: number }>`
    with found as materialized (${found}), first as materialized (
      select * from found order by ${order} fetch first ${sql.lit(peopleShown)} rows with ties
    )
    select found.*, found.member_id as "memberId", person.first_name as "firstName", person.last_name as "lastName",
      club.id as "clubId", club.name as "clubName", (select count(*) from found) as total
    from first found
    join club on club.id = found.club_id
    join member on member.id = found.member_id
    join person on person.id = member.person_id
    order by ${order}, person.last_name, person.first_name, found.member_id, club.id
    limit ${peopleShown}`.execute(db)
  return { total: rows[0]?.total ?? 0, people: rows.map(({ total: _, ...person }) => person) }
}
