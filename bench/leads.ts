import type { Db } from '@honbu/server/platform/database.ts'
import { sql } from 'kysely'

const today = '2026-05-12'

/**
 * Fills an empty database with a head office and clubs below it. Half of each club's members came in the last year, by five
 * sources; two in three have trained, twenty times each. The same rows each time.
 */
export async function fillLeads(db: Db, { clubs, membersEach }: { clubs: number; membersEach: number }): Promise<void> {
  await db.connection().execute(async one => {
    // Rows that point at each other by construction need not be looked up.
    await sql`set session_replication_role = replica`.execute(one)
    await sql`select setseed(0.42)`.execute(one)
    await sql`
      insert into club (id, root_club_id, parent_club_id, code, name) overriding system value
      select id, 1, case when id > 1 then 1 end, 'C' || id, 'Club ' || id from generate_series(1, ${clubs + 1}::integer) id`.execute(
      one,
    )
    await sql`
      insert into class (id, club_id, root_club_id, class_name, class_type_id, start_date) overriding system value
      select club.id * 100 + number, club.id, 1, 'Class ' || number, 39, '2020-01-01'
      from club, generate_series(1, 20) number`.execute(one)
    await sql`
      create temporary table someone as
      select id, 2 + id % ${clubs}::integer as club_id, random() as fate, random() as seen,
        ${today}::date - (power(random(), 2) * 1400)::integer as came_on
      from generate_series(1, ${clubs * membersEach}::integer) id`.execute(one)
    await sql`
      insert into person (id, first_name, last_name, dob, phone_mob) overriding system value
      select id, 'First' || id % 500, 'Last' || id % 5000, ${today}::date - 3000 - (seen * 15000)::integer, '07700900123'
      from someone`.execute(one)
    await sql`
      insert into member (id, root_club_id, person_id, code) overriding system value
      select id, 1, id, 1000 + id from someone`.execute(one)
    await sql`
      insert into club_member (id, member_id, club_id, root_club_id, member_status_id, marketing_source_id, date_added)
        overriding system value
      select id, id, club_id, 1, case when fate < 0.55 then 21 when fate < 0.75 then 23 when fate < 0.82 then 22
        when fate < 0.9 then 872 else 46 end, 1201 + id % 5, came_on + interval '12 hours' from someone`.execute(one)
    await sql`
      insert into member_status_change (club_member_id, club_id, root_club_id, from_status_id, to_status_id, changed_on)
      select id, club_id, 1, step.from_id, step.to_id, came_on + step.number
      from someone, (values (0, null, 872), (5, 872, 22), (20, 22, 21)) step (number, from_id, to_id)
      where step.number = 0 or fate < 0.82`.execute(one)
    await sql`
      insert into booking (club_id, root_club_id, class_id, member_id, booking_date)
      select club_id, 1, club_id * 100 + 1 + id % 20, id, came_on + 5 from someone where fate < 0.82`.execute(one)
    await sql`
      insert into attendance (club_id, root_club_id, class_id, class_date, member_id, attended)
      select club_id, 1, club_id * 100 + 1 + id % 20, came_on + 5 + 7 * week, id, true
      from someone, generate_series(0, 19) week where fate < 0.7`.execute(one)
    await sql`set session_replication_role = origin`.execute(one)
    await sql`vacuum analyze`.execute(one)
  })
}
