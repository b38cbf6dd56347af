/**
 * The demo twenty times over, a member with a long history opened: each call that the view makes, measured beside a bare
 * server that runs the same SQL: `npm run bench:member -- 5`.
 */
import { sql } from 'kysely'
import type { MeasuredCall } from './calls.ts'
import { crowd } from './crowd.ts'
import { measure, withDemo } from './measure.ts'

await withDemo(async database => {
  await crowd(database.db, 20)
  const { rows } = await sql<{ id: number; marks: number }>`
    select member_id as id, count(*)::int as marks from attendance group by member_id order by 2 desc limit 1`.execute(
    database.db,
  )
  const { id, marks } = rows[0] ?? { id: 0, marks: 0 }
  console.log(`member ${id} with ${marks} marks\n`)
  const get = (name: string): MeasuredCall => ({ name, method: 'GET', path: `/api/member/${name}/${id}` })
  await measure(database, [
    get('GetDetails'),
    get('GetTimeline'),
    get('GetAttendanceYear'),
    get('GetClasses'),
    get('getMembership'),
    get('GetDisciplines'),
    get('GetNotes'),
    get('GetTransactions'),
  ])
})
