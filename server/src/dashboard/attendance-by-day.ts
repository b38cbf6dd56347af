import { addDays } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { sessionsSql } from '../reporting/index.ts'

/** Four weeks and the same weekday before them. */
const daysShown = 29

/** Who was marked present, day by day up to today, as the reports count it. */
export async function attendanceByDay(db: Db, clubIds: readonly number[], today: string) {
  const from = addDays(today, 1 - daysShown)
  const { rows } = await sql<{ date: string; attended: number }>`
    select class_date as date, sum(attended) as attended
    from ${sessionsSql({ clubIds, from, until: today })} session
    group by class_date`.execute(db)
  const counted = new Map(rows.map(row => [row.date, Number(row.attended)]))
  return Array.from({ length: daysShown }, (_, day) => {
    const date = addDays(from, day)
    return { date, attended: counted.get(date) ?? 0 }
  })
}
