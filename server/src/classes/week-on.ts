import { type Week, weekOf } from '@honbu/contract/weekly-timetable.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** The week that is in force on a date. */
export async function weekOn(db: Kysely<Tables>, classId: number, date: string): Promise<Week> {
  const rows = await db
    .selectFrom('class_timetable')
    .select(['weekday', sql<string>`to_char(start_time, 'HH24:MI')`.as('startTime')])
    .select(sql<string>`to_char(finish_time, 'HH24:MI')`.as('finishTime'))
    .where('class_id', '=', classId)
    .where('valid_from', '<=', date)
    .where(({ eb, or }) => or([eb('valid_until', 'is', null), eb('valid_until', '>=', date)]))
    .execute()
  return weekOf(rows)
}

/** The week that has been set to follow after a date, the next one where there are several. */
export async function plannedWeek(db: Kysely<Tables>, classId: number, date: string) {
  const change = await sql<{ from: string | null }>`
    select min(day) as from from (
      select valid_from as day from class_timetable where class_id = ${classId} and valid_from > ${date}
      union all
      select valid_until + 1 from class_timetable where class_id = ${classId} and valid_until >= ${date}
    ) change`.execute(db)
  const from = change.rows[0]?.from
  return from ? { from, weeklyTimetable: await weekOn(db, classId, from) } : null
}
