/**
 * The demo twenty times over: a week of a club with 60 classes, a register of 200, a list of 500 classes, each measured:
 * `npm run bench:club-day -- 5`.
 */
import { classType } from '@honbu/contract/ids.ts'
import type { Db } from '@honbu/server/platform/database.ts'
import { sql } from 'kysely'
import type { MeasuredCall } from './calls.ts'
import { crowd } from './crowd.ts'
import { measure, withDemo } from './measure.ts'

await withDemo(async database => {
  const { busyClubId, longListClubId } = await crowd(database.db, 20)
  const { classId, classDate, rows } = await fullestSession(database.db)
  console.log(`${await count(database.db)} marks, ${rows} on the register\n`)
  const grid = { pageSize: 500 }
  const calls: MeasuredCall[] = [
    { name: 'GetClubSchedule, week', method: 'GET', path: `/api/club/GetClubSchedule/${busyClubId}` },
    {
      name: `GetClassMembers, ${rows}`,
      method: 'POST',
      path: `/api/club/GetClassMembers/${classId}`,
      body: JSON.stringify({ classDate, includeEnquiries: false, ...grid }),
    },
    {
      name: 'GetClassesAndEvents, 500',
      method: 'POST',
      path: `/api/club/GetClassesAndEvents/${longListClubId}`,
      body: JSON.stringify({ IncludeExpired: true, ...grid }),
    },
  ]
  await measure(database, calls)
})

/** The register nearest to 200 rows. */
async function fullestSession(db: Db) {
  const { rows } = await sql<{ classId: number; classDate: string; rows: number }>`
    select class_id as "classId", class_date as "classDate", count(*)::int as rows
    from attendance join class on class.id = class_id where class_type_id = ${classType.class}
    group by class_id, class_date order by abs(count(*) - 200), class_date desc limit 1`.execute(db)
  return rows[0] ?? { classId: 0, classDate: '', rows: 0 }
}

async function count(db: Db) {
  const { marks } = await db
    .selectFrom('attendance')
    .select(({ fn }) => fn.countAll<number>().as('marks'))
    .executeTakeFirstOrThrow()
  return marks.toLocaleString('en-GB')
}
