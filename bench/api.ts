/**
 * The calls of a class day on the demo data: `npm run bench`, or with a number of seconds for each measurement:
 * `npm run bench -- 5`.
 */
import type { Db } from '@honbu/server/platform/database.ts'
import { measuredCalls } from './calls.ts'
import { measure, withDemo } from './measure.ts'

await withDemo(async database => measure(database, measuredCalls(...(await firstSession(database.db)))))

/** The first class and the last date on which its register was taken. */
async function firstSession(db: Db): Promise<[number, string]> {
  const { class_id, class_date } = await db
    .selectFrom('attendance')
    .select(['class_id', 'class_date'])
    .where('class_id', '=', 1)
    .orderBy('class_date', 'desc')
    .executeTakeFirstOrThrow()
  return [class_id, class_date]
}
