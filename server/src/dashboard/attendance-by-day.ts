import { addDays } from '@honbu/contract/calendar.ts'
import type { Db } from '../platform/database.ts'

/** Four weeks and the same weekday before them. */
const daysShown = 29

/** Who was marked present, day by day up to today. */
export async function attendanceByDay(db: Db, clubIds: readonly number[], today: string) {
  const from = addDays(today, 1 - daysShown)
  const rows = await db
    .selectFrom('attendance')
    .select(({ fn }) => ['class_date as date', fn.countAll<number>().as('attended')])
    .where('club_id', 'in', [0, ...clubIds])
    .where('class_date', '>=', from)
    .where('class_date', '<=', today)
    .where('attended', '=', true)
    .groupBy('class_date')
    .execute()
  const counted = new Map(rows.map(row => [row.date, row.attended]))
  return Array.from({ length: daysShown }, (_, day) => {
    const date = addDays(from, day)
    return { date, attended: counted.get(date) ?? 0 }
  })
}
