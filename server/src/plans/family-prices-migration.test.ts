import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { subFrequency } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { migrate, migrationFiles } from '../platform/migrate.ts'

const { db } = await freshDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-before-family-prices-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** All that a charge is made of, as a database of the version before has it too. */
async function prices() {
  const { rows: plans } = await sql`
    select plan.name, plan.joining_fee_pence, second_percent, second_off_pence, third_percent, third_off_pence,
      (select jsonb_agg(jsonb_build_array(sub_frequency_id, price_pence) order by sub_frequency_id)
        from training_plan_price where training_plan_id = plan.id) as prices
    from training_plan plan order by plan.name`.execute(db)
  const { rows: members } = await sql`
    select member.code, training_plan_id, sub_frequency_id, sub_price_pence, payment_method_id, next_payment
    from club_member join member on member.id = member_id order by member.code`.execute(db)
  const { rows: clubs } = await sql`
    select club.code, is_nightly, is_on_first, days_ahead from charging_setting join club on club.id = club_id
    order by club.code`.execute(db)
  return { plans, members, clubs }
}

it('changes no price, and no day on which anyone is billed', async () => {
  for (const [name, file] of migrationFiles())
    if (name < '0137') copyFileSync(file, path.join(folder, path.basename(file)))
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrate(db, folder)
  await sql`
    insert into club (root_club_id, code, name) values (0, 'A', 'All the same'), (0, 'B', 'Both ways'),
      (0, 'C', 'Without'), (0, 'D', 'One archived')`.execute(db)
  await sql`
    insert into training_plan (club_id, root_club_id, name, joining_fee_pence, second_percent, second_off_pence,
      third_percent, third_off_pence, archived_at)
    select club.id, club.id, plan.name, plan.joining, plan.percent2, plan.off2, plan.percent3, plan.off3,
      case when plan.is_archived then timestamptz '2026-01-01T00:00Z' end
    from (values
      ('A', 'A once', 2500, 10, null::integer, 20, null::integer, false),
      ('A', 'A twice', 0, 10, null, 20, null, false),
      ('B', 'B once', 1000, 10, null, null, 500, false),
      ('B', 'B twice', 1000, null, 300, null, 500, false),
      ('C', 'C once', 0, null, null, null, null, false),
      ('D', 'D once', 0, null, 250, null, 400, false),
      ('D', 'D old', 0, 50, null, 60, null, true)
    ) as plan (code, name, joining, percent2, off2, percent3, off3, is_archived)
    join club on club.code = plan.code`.execute(db)
  await sql`
    insert into training_plan_price (training_plan_id, sub_frequency_id, price_pence)
    select id, ${subFrequency.monthly}::integer, 2900 + id::integer from training_plan
    union all select id, ${subFrequency.yearly}::integer, 30000 + id::integer from training_plan`.execute(db)
  await sql`
    insert into person (first_name, last_name) select 'Member', name from training_plan order by name`.execute(db)
  await sql`
    insert into member (root_club_id, person_id, code)
    select plan.club_id, person.id, plan.name from training_plan plan join person on person.last_name = plan.name`.execute(
    db,
  )
  await sql`
    insert into club_member (member_id, club_id, root_club_id, member_status_id, training_plan_id, sub_frequency_id,
      sub_price_pence, payment_method_id, next_payment)
    select member.id, plan.club_id, plan.club_id, 21, plan.id, ${subFrequency.monthly}::integer,
      2700 + plan.id::integer, 186, '2026-12-03'
    from training_plan plan join member on member.code = plan.name`.execute(db)
  await sql`
    insert into charging_setting (club_id, is_nightly, is_on_first, days_ahead)
    select id, code <> 'C', code = 'B', 5 from club`.execute(db)

  const before = await prices()
  expect([before.plans.length, before.members.length, before.clubs.length]).toEqual([7, 7, 4])
  await migrate(db)
  expect(await prices()).toEqual(before)

  const { rows: uses } = await sql`select name from training_plan where uses_family_prices order by name`.execute(db)
  expect(uses).toEqual([{ name: 'A once' }, { name: 'A twice' }, { name: 'D once' }])
  const { rows: days } = await sql`
    select code, billing_day from charging_setting join club on club.id = club_id order by code`.execute(db)
  expect(days).toEqual([
    { code: 'A', billing_day: null },
    { code: 'B', billing_day: 1 },
    { code: 'C', billing_day: null },
    { code: 'D', billing_day: null },
  ])
})
