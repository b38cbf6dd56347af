import type { Db } from '@honbu/server/platform/database.ts'
import { sql } from 'kysely'
import { ends, firstNames, lastNames } from './population/names.ts'

/** The head office of the large tree, and the small club that stands alone. */
export interface Million {
  readonly headOfficeClubIds: readonly number[]
  readonly smallClubId: number
}

const today = '2026-05-12'
/** Clubs of the large tree, and clubs that each stand alone. */
const branches = 400
const alone = 500

/**
 * Fills an empty database with `members` members: 80 in 100 of them in one tree of 400 clubs below a head office, the rest
 * in 500 clubs of their own. Who has lapsed came long ago, children are in the junior category and in the junior plan,
 * high grades joined early: what goes together in life is what a list finds hard. The same rows each time.
 */
export async function fillMillion(db: Db, members: number): Promise<Million> {
  return await db.connection().execute(async one => {
    // Millions of rows that point at each other by construction need not be looked up, and the directory is counted once.
    await sql`set session_replication_role = replica`.execute(one)
    await sql`select setseed(0.42)`.execute(one)
    await sql`set max_parallel_workers_per_gather = 0`.execute(one)
    await addClubs(one)
    await addPeople(one, members)
    await addTraining(one)
    await addMoney(one)
    await addTags(one)
    await advanceIdentities(one)
    await sql`analyze`.execute(one)
    await sql`insert into directory_entry select * from directory_source`.execute(one)
    await sql`insert into directory_text select * from directory_text_source`.execute(one)
    await sql`set session_replication_role = origin`.execute(one)
    await sql`reset max_parallel_workers_per_gather`.execute(one)
    await sql`vacuum analyze`.execute(one)
    return {
      headOfficeClubIds: Array.from({ length: branches + 1 }, (_, index) => index + 1),
      smallClubId: branches + 2,
    }
  })
}

async function addClubs(db: Db) {
  const last = branches + 1 + alone
  await sql`
    insert into club (id, root_club_id, parent_club_id, code, name) overriding system value
    select id, case when id <= ${branches + 1} then 1 else id end, case when id between 2 and ${branches + 1} then 1 end,
      'C' || id, (array['North', 'South', 'East', 'West', 'Upper', 'Lower', 'Old', 'New'])[1 + id % 8]
        || (array['field', 'ham', 'ton', 'bury', 'ford', 'dale', 'wick'])[1 + id % 7] || ' ' || id
    from generate_series(1, ${last}) id`.execute(db)
  await sql`
    insert into member_category (id, club_id, root_club_id, name, min_age, max_age) overriding system value
    select club.id * 10 + kind, club.id, club.id, category.name, from_age, to_age
    from club, (values (1, 'Tigers', 4, 7), (2, 'Juniors', 8, 15), (3, 'Adults', 16, 49), (4, 'Seniors', 50, null))
      category (kind, name, from_age, to_age)
    where parent_club_id is null`.execute(db)
  await sql`
    insert into training_plan (id, club_id, root_club_id, name) overriding system value
    select club.id * 10 + kind, club.id, club.id, plan.name
    from club, (values (1, 'Junior once a week'), (2, 'Junior unlimited'), (3, 'Adult once a week'), (4, 'Adult unlimited'),
      (5, 'Family')) plan (kind, name)
    where parent_club_id is null`.execute(db)
  await sql`
    insert into discipline (id, club_id, root_club_id, name) overriding system value
    select club.id * 10 + kind, club.id, club.id, discipline.name
    from club, (values (1, 'Karate'), (2, 'Judo'), (3, 'Kickboxing')) discipline (kind, name)
    where parent_club_id is null`.execute(db)
  await sql`
    insert into grade (id, discipline_id, root_club_id, name, position) overriding system value
    select discipline.id * 20 + position, discipline.id, root_club_id, 'Grade ' || position, position
    from discipline, generate_series(1, 12) position`.execute(db)
  await sql`
    insert into class (id, club_id, root_club_id, class_name, class_type_id, start_date) overriding system value
    select club.id * 100 + number, club.id, root_club_id, 'Class ' || number, 39, '2020-01-01'
    from club, generate_series(1, 25) number`.execute(db)
}

async function addPeople(db: Db, members: number) {
  const count = { first: firstNames.length, last: lastNames.length, ends: ends.length }
  await sql`
    create temporary table someone as
    select id, trunc(power(random(), 2) * ${count.first})::integer + 1 as first, trunc(power(random(), 3) * ${count.last})::integer + 1 as last,
      case when random() < 0.5 then 1 else trunc(random() * ${count.ends})::integer + 1 end as ending,
      case when random() < 0.8 then 1 + trunc(power(random(), 1.5) * ${branches + 1})::integer
        else ${branches + 2} + trunc(random() * ${alone})::integer end as club_id,
      case when random() < 0.6 then 4 + random() * 12 else 16 + random() * 50 end as age, random() as fate, random() as paid,
      random() as long, random() as seen, trunc(random() * 900000000)::integer as number
    from generate_series(1, ${members}::bigint) id`.execute(db)
  await sql`
    insert into person (id, first_name, last_name, dob, email, phone_mob) overriding system value
    select id, name.first, name.last, case when number % 50 > 0 then ${today}::date - (age * 365.25)::integer end,
      case when number % 10 > 1 then lower(regexp_replace(name.first || '.' || name.last, '\\W', '', 'g')) || id || '@'
        || (array['gmail.com', 'outlook.com', 'mail.example', 'yahoo.co.uk'])[1 + number % 4] end,
      case when number % 10 > 0 then '07' || lpad(number::text, 9, '0') end
    from someone, lateral (
      select (${firstNames}::text[])[someone.first] as first,
        (${lastNames}::text[])[someone.last] || (${ends}::text[])[someone.ending] as last
    ) name`.execute(db)
  await sql`
    insert into member (id, root_club_id, person_id, code) overriding system value
    select id, case when club_id <= ${branches + 1} then 1 else club_id end, id, 'M' || id from someone`.execute(db)
  await sql`
    insert into club_member (id, member_id, club_id, root_club_id, member_status_id, category_id, training_plan_id,
      payment_method_id, marketing_source_id, member_since) overriding system value
    select someone.id, someone.id, club_id, root, status,
      case when dated.is_member then root * 10 + case when age < 8 then 1 when age < 16 then 2 when age < 50 then 3 else 4 end end,
      case when status in (21, 24) then root * 10 + case when paid < 0.1 then 5 when age < 16 then 1 + (paid * 2)::integer
        else 3 + (paid * 1.4)::integer end end,
      case when status in (21, 24) then case when paid < 0.7 then 186 when paid < 0.9 then 946 else 926 end end,
      case when number % 4 > 0 then 1201 + number % 5 end,
      case when dated.is_member then ${today}::date - case when status = 23 then 300 + (long * 4000)::integer
        else (power(long, 3) * 3000)::integer end end
    from someone, lateral (
      select case when club_id <= ${branches + 1} then 1 else club_id end as root,
        case when fate < 0.50 then 21 when fate < 0.53 then 24 when fate < 0.80 then 23 when fate < 0.84 then 22
          when fate < 0.90 then 872 when fate < 0.94 then 46 else 912 end as status
    ) fixed, lateral (select status in (21, 23, 24) as is_member) dated`.execute(db)
}

async function addTraining(db: Db) {
  // A mark in the last weeks for who is a member, long ago for who has lapsed, and another one a week before.
  await sql`
    insert into attendance (club_id, root_club_id, class_id, class_date, member_id, attended)
    select club_member.club_id, root_club_id, club_member.club_id * 100 + 1 + member_id % 25,
      ${today}::date - case when member_status_id = 23 then 200 + (seen * 1500)::integer else (power(seen, 4) * 120)::integer end
        - 7 * again, member_id, true
    from club_member join someone on someone.id = member_id, generate_series(0, 1) again
    where member_status_id in (21, 23, 24) or fate > 0.86`.execute(db)
  await sql`
    insert into class_member (class_id, club_id, root_club_id, member_id, date_added, removed_on)
    select club_member.club_id * 100 + 1 + member_id % 25, club_member.club_id, root_club_id, member_id,
      coalesce(member_since, ${today}::date), case when member_status_id = 23 then ${today}::date - 100 end
    from club_member where member_status_id in (21, 23, 24)`.execute(db)
  await sql`
    insert into member_discipline (member_id, root_club_id, discipline_id, current_grade_id, studied_since)
    select member_id, root_club_id, discipline, discipline * 20 + least(12, 1 + trunc((${today}::date - member_since) / 300.0)),
      member_since
    from club_member, lateral (select root_club_id * 10 + 1 + trunc(power(((member_id * 7919) % 1000) / 1000.0, 3) * 3) as discipline) taught
    where member_since is not null`.execute(db)
  // One in twenty studies a second one.
  await sql`
    insert into member_discipline (member_id, root_club_id, discipline_id, current_grade_id, studied_since)
    select member_id, root_club_id, discipline_id + 1, (discipline_id + 1) * 20 + 1, studied_since
    from member_discipline where member_id % 20 = 0 and discipline_id % 10 < 3`.execute(db)
}

async function addMoney(db: Db) {
  await sql`
    insert into charge (id, club_id, root_club_id, member_id, amount_pence, transaction_date, due_on) overriding system value
    select member_id, club_id, root_club_id, member_id, 2000 + (member_id % 40)::integer * 100, ${today}::date - 40,
      ${today}::date - 30 from club_member where member_status_id in (21, 24) or (member_status_id = 23 and member_id % 20 = 0)`.execute(
    db,
  )
  await sql`
    insert into payment (id, club_id, root_club_id, member_id, amount_pence, payment_date) overriding system value
    select id, club_id, root_club_id, member_id, amount_pence, due_on from charge
    where member_id in (select member_id from club_member where member_status_id = 21 and member_id % 15 > 0)`.execute(
    db,
  )
  await sql`
    insert into allocation (club_id, member_id, charge_id, payment_id, amount_pence)
    select club_id, member_id, id, id, amount_pence from payment`.execute(db)
  await sql`
    insert into provider_account (id, club_id, root_club_id, provider, access_token, access_token_end, is_sandbox)
      overriding system value
    select id, id, id, 'gocardless', ''::bytea, '', true from club where parent_club_id is null`.execute(db)
  await sql`
    insert into mandate (club_id, root_club_id, member_id, provider_account_id, reference, state, created_at)
    select club_id, root_club_id, member_id, root_club_id, 'MD' || member_id, 'active', ${today}::timestamptz
    from club_member where payment_method_id = 186`.execute(db)
}

async function addTags(db: Db) {
  await sql`
    insert into tag (id, club_id, root_club_id, name) overriding system value
    select club.id * 10 + kind, club.id, root_club_id, tag.name
    from club, (values (1, 'Competitor'), (2, 'Newsletter'), (3, 'Helper')) tag (kind, name)`.execute(db)
  // One in three, one in fifty and one in ten thousand has it.
  await sql`
    insert into member_tag (tag_id, member_id, club_id, root_club_id)
    select club_id * 10 + kind, member_id, club_id, root_club_id
    from club_member, (values (1, 3), (2, 50), (3, 10000)) given (kind, every) where member_id % every = 0`.execute(db)
}

async function advanceIdentities(db: Db) {
  for (const table of [
    'club',
    'person',
    'member',
    'club_member',
    'member_category',
    'charge',
    'payment',
    'tag',
    'provider_account',
  ])
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id')::regclass, (select max(id) from ${sql.table(table)}))`.execute(
      db,
    )
}
