import type { Db } from '@honbu/server/platform/database.ts'
import { sql } from 'kysely'
import { fillKept } from './kept-rows.ts'

export const reportDay = '2026-05-12'
export const reportClubs = 50
/** Who has ever joined; five in eight of them are members now. */
const memberships = 80_000
const classesEach = 60
const weeks = 104

/**
 * Fills an empty database with two years of a head office and 50 clubs: 80,000 memberships with all they have been, of
 * which 50,000 go on, 3,000 classes, ten million attendances, and a charge and a payment a month. The same rows each time.
 */
export async function fillReports(db: Db): Promise<void> {
  await db.connection().execute(async one => {
    // Millions of rows that point at each other by construction need not be looked up, and what triggers keep is counted once.
    await sql`set session_replication_role = replica`.execute(one)
    await sql`select setseed(0.42)`.execute(one)
    await sql`set maintenance_work_mem = '256MB'`.execute(one)
    await addClubs(one)
    await addMembers(one)
    await addAttendance(one)
    await addMoney(one)
    await sql`select setval(pg_get_serial_sequence(name, 'id'), 900000000) from unnest(array['member_status_change',
      'attendance', 'charge', 'payment', 'allocation', 'class_member', 'membership_terms', 'person', 'member',
      'club_member', 'class', 'club']) name`.execute(one)
    await sql`analyze`.execute(one)
    await fillKept([one, one])
    await sql`set session_replication_role = origin`.execute(one)
    await sql`vacuum analyze`.execute(one)
  })
}

async function addClubs(db: Db) {
  await sql`
    insert into club (id, root_club_id, parent_club_id, code, name) overriding system value
    select id, 1, case when id > 1 then 1 end, 'C' || id, 'Club ' || id from generate_series(1, ${reportClubs + 1}) id`.execute(
    db,
  )
  await sql`
    insert into training_plan (id, club_id, root_club_id, name) overriding system value
    select id, 1, 1, 'Plan ' || id from generate_series(1, 6) id`.execute(db)
  await sql`
    insert into class (id, club_id, root_club_id, class_name, class_type_id, start_date, capacity, cost_pence)
      overriding system value
    select club.id * 100 + number, club.id, 1, 'Class ' || number, case when number = 1 then 865 else 39 end, '2020-01-01',
      case when number % 4 > 0 then 30 + number % 3 * 10 end, 2000
    from club, generate_series(1, ${classesEach}::int) number where club.id > 1`.execute(db)
  await sql`
    insert into class_timetable (class_id, club_id, weekday, start_time, finish_time, valid_from)
    select id, club_id, 1 + id % 6, make_time(16 + (id / 6 % 5)::int, 0, 0), make_time(17 + (id / 6 % 5)::int, 0, 0), '2020-01-01'
    from class`.execute(db)
}

async function addMembers(db: Db) {
  await sql`
    create temporary table someone as
    select id, 2 + id % ${reportClubs} as club_id, random() as fate, random() as price, random() as why,
      ${reportDay}::date - 30 - (power(random(), 1.3) * 2200)::integer as joined, random() as stay, random() as back
    from generate_series(1, ${memberships}::bigint) id`.execute(db)
  await sql`
    create temporary table stay as
    select *, case when left_on is not null and back < 0.1 and left_on < ${reportDay}::date - 100
      then left_on + 10 + (back * 800)::integer end as back_on
    from (
      select *, case when fate < 0.4 then joined + 20 + (stay * (${reportDay}::date - joined - 25))::integer end as left_on
      from someone
    ) someone`.execute(db)
  await sql`analyze stay`.execute(db)
  await sql`
    insert into person (id, first_name, last_name, email) overriding system value
    select id, 'First ' || id % 977, 'Last ' || id, 'm' || id || '@mail.example' from someone`.execute(db)
  await sql`
    insert into member (id, root_club_id, person_id, code) overriding system value
    select id, 1, id, 'M' || id from someone`.execute(db)
  await sql`
    insert into club_member (id, member_id, club_id, root_club_id, member_status_id, training_plan_id, sub_frequency_id,
      sub_price_pence, member_since, date_added, trial_start) overriding system value
    select id, id, club_id, 1, case when left_on is not null and back_on is null then 23 when why < 0.03 then 24 else 21 end,
      1 + (price * 6)::integer % 6, case when price < 0.05 then 1101 when price < 0.95 then 1102 else 1104 end,
      case when price < 0.02 then 0 else 2500 + (price * 3000)::integer end, joined, joined - 20, joined - 10
    from stay`.execute(db)
  await sql`
    insert into member_status_change (club_member_id, club_id, from_status_id, to_status_id, changed_on, reason)
    select id, club_id, from_status, to_status, on_day, reason from stay, lateral (values
      (null::int, 872, joined - 20, null), (872, 22, joined - 10, null), (22, 21, joined, null),
      (21, 23, left_on, 'Reason ' || (why * 8)::integer), (23, 21, back_on, null),
      (21, 24, case when why < 0.03 and (left_on is null or back_on is not null) then ${reportDay}::date - 5 end, null)
    ) change (from_status, to_status, on_day, reason)
    where on_day is not null order by on_day, id`.execute(db)
  await sql`
    insert into membership_terms (club_member_id, club_id, until_on, training_plan_id, sub_frequency_id, sub_price_pence)
    select id, club_id, '2026-01-01', 1 + (price * 6)::integer % 6, 1102, 2300 + (price * 3000)::integer
    from stay where joined < '2025-12-01' and price > 0.3`.execute(db)
  await sql`
    insert into membership_freeze (club_member_id, club_id, frozen_from, frozen_until, price_pence, reason)
    select id, club_id, ${reportDay}::date - 200 + (why * 180)::integer, ${reportDay}::date - 160 + (why * 300)::integer, 500,
      'Injury'
    from stay where why between 0.1 and 0.2 and left_on is null and joined < ${reportDay}::date - 210`.execute(db)
}

async function addAttendance(db: Db) {
  await sql`
    insert into class_member (class_id, club_id, root_club_id, member_id, date_added, removed_on)
    select distinct on (id, class_id) class_id, club_id, 1, id, joined, left_on from (
      select id, club_id, joined, case when back_on is null then left_on end as left_on,
        club_id * 100 + 1 + ((id / 50 + slot * 17) % ${classesEach}) as class_id
      from stay, generate_series(0, 2) slot where slot < 2 or price < 0.75
    ) enrolled`.execute(db)
  const { rows } = await sql<{ create: string; drop: string }>`
    select pg_get_indexdef(indexrelid) as create, 'drop index ' || indexrelid::regclass as drop
    from pg_index where indrelid = 'attendance'::regclass and not indisunique`.execute(db)
  for (const { drop } of rows) await sql.raw(drop).execute(db)
  await sql`
    insert into attendance (class_id, class_date, club_id, root_club_id, member_id, attended)
    select class_id, monday + (class_id % 6)::int, club_id, 1, member_id, luck < 0.88
    from (
      select monday::date, random() as luck, enrolled.*
      from generate_series(${reportDay}::date - ${sql.lit(7 * weeks + 1)}, ${reportDay}::date - 7, interval '1 week') monday
      join class_member enrolled on enrolled.date_added <= monday and coalesce(enrolled.removed_on, 'infinity') > monday + interval '6 days'
      order by monday
    ) week
    where luck < 0.97`.execute(db)
  for (const { create } of rows) await sql.raw(create).execute(db)
}

async function addMoney(db: Db) {
  await sql`
    create temporary table due as
    select row_number() over (order by day, stay.id) as id, stay.id as member_id, club_id, day::date,
      2500 + (price * 3000)::integer as pence, random() as luck
    from generate_series(${reportDay}::date - 731, ${reportDay}::date + 20, interval '1 month') day
    join stay on joined <= day and (left_on is null or left_on > day or back_on < day)`.execute(db)
  await sql`
    insert into charge (id, club_id, root_club_id, member_id, amount_pence, transaction_date, due_on, description, category_id,
      payment_method_id) overriding system value
    select id, club_id, 1, member_id, pence, day - 5, day, 'Membership',
      (select id from lookup where kind = 'transaction_category' order by id limit 1), 186
    from due where day - 5 <= ${reportDay}::date`.execute(db)
  await sql`
    insert into payment (id, club_id, root_club_id, member_id, amount_pence, payment_date, payment_method_id)
      overriding system value
    select id, club_id, 1, member_id, pence, day + 2, 186 from due where luck < 0.96 and day + 2 <= ${reportDay}::date`.execute(
    db,
  )
  await sql`
    insert into allocation (club_id, member_id, charge_id, payment_id, amount_pence, created_at)
    select club_id, member_id, id, id, pence, day + 2 from due
    where luck < 0.96 and day + 2 <= ${reportDay}::date`.execute(db)
}
