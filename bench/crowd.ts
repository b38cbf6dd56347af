import type { Db } from '@honbu/server/platform/database.ts'
import { sql } from 'kysely'

/** Of each copied table, the columns that point at a copied row; ids of a copy are those of the original and a step more. */
const copied = {
  person: ['id'],
  member: ['id', 'person_id'],
  club_member: ['id', 'member_id'],
  member_discipline: ['id', 'member_id'],
  class_member: ['id', 'member_id'],
  attendance: ['id', 'member_id'],
  charge: ['id', 'member_id'],
  payment: ['id', 'member_id'],
  allocation: ['id', 'member_id', 'charge_id', 'payment_id'],
} as const

const step = 10_000_000

/**
 * Makes the demo's clubs as full as the largest: every member, with memberships, grades, enrolments, attendance and money,
 * as often as `times`; one club with a week of at least 60 classes, another with 500 classes.
 */
export async function crowd(db: Db, times: number): Promise<{ busyClubId: number; longListClubId: number }> {
  await db.connection().execute(async one => {
    // A copy points at what its original points at, or at the copy of that: millions of rows need not be looked up again.
    await sql`set session_replication_role = replica`.execute(one)
    for (const [table, ids] of Object.entries(copied)) await copy(one, table, ids, times)
    // The triggers that keep the directory have not run.
    for (const kept of ['directory_entry', 'directory_text'])
      await sql`
        insert into ${sql.table(kept)} select * from ${sql.table(kept === 'directory_entry' ? 'directory_source' : 'directory_text_source')}
        on conflict do nothing`.execute(one)
    await sql`set session_replication_role = origin`.execute(one)
  })
  const clubs = await db.selectFrom('class').select('club_id').distinct().orderBy('club_id').limit(2).execute()
  const [busyClubId = 0, longListClubId = 0] = clubs.map(club => club.club_id)
  await addClasses(db, busyClubId, 60)
  await addClasses(db, longListClubId, 500)
  await sql`analyze`.execute(db)
  return { busyClubId, longListClubId }
}

async function copy(db: Db, table: string, ids: readonly string[], times: number) {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db)
  const columns = rows.map(({ name }) => sql.ref(name))
  const values = rows.map(({ name }) => {
    if (ids.includes(name)) return sql`${sql.ref(name)} + copy * ${step}::bigint`
    if (table === 'member' && name === 'code') return sql`code || '-' || copy`
    return sql.ref(name)
  })
  // Those who sign in have one account each, and are not copied.
  const only = table === 'person' ? sql`where id in (select person_id from member)` : sql``
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns)}) overriding system value
    select ${sql.join(values)} from (select * from ${sql.table(table)} ${only}) original, generate_series(1, ${times - 1}) copy
  `.execute(db)
}

/** Copies classes of a club, with their weekly times, until it has so many that run. */
async function addClasses(db: Db, clubId: number, wanted: number) {
  await sql`
    with running as (
      select class.*, row_number() over (order by id) as number, count(*) over () as many from class
      where club_id = ${clubId} and end_date is null
        and exists (select from class_timetable where class_id = class.id and valid_until is null)
    ), copies as (
      select running.id as original, copy, nextval(pg_get_serial_sequence('class', 'id')) as id
      from running, generate_series(1, ${wanted}) copy
      where (copy - 1) * many + number <= ${wanted} - many
    ), added as (
      insert into class (id, club_id, root_club_id, class_name, class_type_id, location_id, primary_discipline_id, start_date)
      overriding system value
      select copies.id, club_id, root_club_id, class_name || ' ' || copy, class_type_id, location_id, primary_discipline_id,
        start_date from copies join running on running.id = copies.original
    )
    insert into class_timetable (class_id, club_id, weekday, start_time, finish_time, valid_from)
    select copies.id, club_id, weekday, start_time, finish_time, valid_from
    from copies join class_timetable on class_id = original where valid_until is null`.execute(db)
}
