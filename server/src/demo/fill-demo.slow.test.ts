import { Conditions } from '@honbu/contract/audience.ts'
import { verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { runAutomations } from '../automations/index.ts'
import { checkLedger } from '../ledger/index.ts'
import { fillDemo, isEmpty } from './index.ts'

const { db } = await freshDatabase()
const now = new Date('2026-11-21T19:30:00Z')

// Seconds when the machine is busy with other tests.
test('fillDemo fills an empty database once, and new rows come after its own', { timeout: 180_000 }, async () => {
  expect(await isEmpty(db)).toBe(true)
  // The other one adds no payments a second time.
  expect((await Promise.all([fillDemo(db, now), fillDemo(db, now)])).toSorted()).toEqual([false, true])
  expect(await isEmpty(db)).toBe(false)
  const { members } = await db
    .selectFrom('member')
    .select(db.fn.countAll<number>().as('members'))
    .executeTakeFirstOrThrow()
  expect(members).toBe(1200)

  const { password_hash } = await db
    .selectFrom('account')
    .select('password_hash')
    .where('email', '=', 'COACH@demo.honbu.example')
    .executeTakeFirstOrThrow()
  expect(await verify(password_hash ?? '', 'take the register')).toBe(true)

  const person = await db
    .insertInto('person')
    .values({ first_name: 'New', last_name: 'Person' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { highest } = await db
    .selectFrom('person')
    .select(({ fn }) => fn.max('id').as('highest'))
    .executeTakeFirstOrThrow()
  expect(person.id).toBe(highest)
  const category = await db
    .insertInto('member_category')
    .values({ club_id: 1, root_club_id: 1, name: 'New' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(category.id).toBe(10_006)
})

test('a register of the evening is stored at the local time of its end, in summer and in winter', async () => {
  const { rows } = await sql<{ offset: number; marks: number }>`
    select extract(hour from a.marked_at at time zone 'Europe/London' - (a.class_date + t.finish_time))::int as offset, count(*) as marks
    from attendance a join class_timetable t on t.class_id = a.class_id and t.weekday = extract(isodow from a.class_date)
      and t.valid_from <= a.class_date and (t.valid_until is null or t.valid_until >= a.class_date)
    group by 1
  `.execute(db)
  expect(rows.map(({ offset }) => offset)).toEqual([0])
})

test('some are in an automation, for a reason that stands, and some were', async () => {
  const { rows } = await sql<{ state: string; runs: number; lines: number }>`
    select state, count(distinct run.id) as runs, count(*) as lines
    from automation_run run join automation_log log on log.automation_run_id = run.id group by state order by state`.execute(
    db,
  )
  expect(rows.map(({ state }) => state)).toEqual(['done', 'stopped', 'waiting'])
  expect(rows.every(({ runs, lines }) => runs > 5 && lines === 3 * runs)).toBe(true)
  const waiting = db.selectFrom('automation_run').select('id').where('state', '=', 'waiting')
  const before = await waiting.execute()
  await runAutomations({ db, deliver: async () => ({ refused: 'nothing is sent by the demo itself' }) }, now)
  expect(await waiting.execute()).toHaveLength(before.length)
})

test('some memberships lie still for less, and a price is announced in time to who pays it', async () => {
  const { rows: frozen } = await sql<{ paid: number; given: number; stands: boolean }>`
    select charge.amount_pence as paid, still.price_pence as given, frozen_from = period.period_from as stands
    from membership_freeze still
    join membership_period period on period.club_member_id = still.club_member_id and period.period_from = frozen_from
    join charge on charge.id = period.charge_id
    where frozen_from <= ${'2026-11-21'} and frozen_until > ${'2026-11-21'}`.execute(db)
  expect(frozen.length).toBeGreaterThan(3)
  expect(frozen).toEqual(frozen.map(({ given }) => ({ paid: given, given, stands: true })))
  expect(await checkLedger(db)).toBeNull()
  const { rows: told } = await sql<{ earliest: string; members: number; untold: number }>`
    select min(applies_on) as earliest, count(*) as members, count(*) filter (where told_at is null) as untold
    from plan_change where price_change_id is not null`.execute(db)
  expect(told).toMatchObject([{ untold: 0 }])
  expect(told[0]?.members).toBeGreaterThan(3)
  expect(told[0]?.earliest && told[0].earliest >= '2026-12-24').toBe(true)
})

test('what is kept as JSON is read as what it is', async () => {
  const audiences = await db.selectFrom('audience').select('conditions').execute()
  expect(audiences.map(({ conditions }) => Conditions.parse(conditions))).toHaveLength(2)
})
