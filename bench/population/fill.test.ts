import { checkLedger } from '@honbu/server/ledger/index.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../server/test/database.ts'
import { fill } from './fill.ts'
import { franchiseOf } from './franchise.ts'

const database = await freshDatabase()
const { db } = database

it('makes a franchise whose ledger adds up, and which has what triggers would have kept', async () => {
  await fill(database, franchiseOf(60))
  expect(await checkLedger(db)).toBeNull()
  const { rows } = await sql<{ what: string; rows: number; wrong: number }>`
    select 'directory_entry' as what, (select count(*) from directory_entry) as rows,
      (select count(*) from (select * from directory_source except select * from directory_entry) missing) as wrong
    union all
    select 'class_day', (select count(*) from class_day),
      (select count(*) from (select class_id, class_date, marked from class_day_source
        except select class_id, class_date, marked from class_day) missing)
    union all
    select 'attendance', (select count(*) from attendance), (
      select count(*) from attendance
      left join class_member enrolled on enrolled.class_id = attendance.class_id and enrolled.member_id = attendance.member_id
        and class_date >= date_added and (removed_on is null or class_date < removed_on)
      where enrolled.id is null)
    union all
    select 'charge', (select count(*) from charge), (
      select count(*) from charge join club_member using (member_id)
      where charge.due_on < member_since or charge.due_on >= coalesce(member_until, 'infinity'))`.execute(db)
  for (const each of rows) expect(each).toEqual({ what: each.what, rows: expect.any(Number), wrong: 0 })
  expect(rows.every(each => each.rows > 50)).toBe(true)
  const made = await db.insertInto('person').values({ first_name: 'Next', last_name: 'One' }).returning('id').execute()
  expect(made[0]?.id).toBeGreaterThan(60)
})
