import type { Db } from '../../src/platform/database.ts'
import { testNow } from '../app.ts'

interface Schedule {
  readonly clubIds: readonly number[]
  readonly accountIds: readonly number[]
  readonly hour?: number
  /** When it was saved. */
  readonly since?: Date
}

/** The members' report of the day before, every day. */
export async function createReportSchedule(db: Db, { clubIds, accountIds, hour = 7, since = testNow }: Schedule) {
  const schedule = await db
    .insertInto('report_schedule')
    .values({
      ...{ club_id: clubIds[0] ?? 0, tab: 'members', period: 'yesterday', every: 'day', hour, format: 'pdf', since },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const of = { report_schedule_id: schedule.id }
  await db
    .insertInto('report_schedule_club')
    .values(clubIds.map(club_id => ({ ...of, club_id })))
    .execute()
  await db
    .insertInto('report_schedule_recipient')
    .values(accountIds.map(account_id => ({ ...of, account_id })))
    .execute()
  return schedule
}
