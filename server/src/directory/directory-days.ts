import { todayIn } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'

/** What fell due yesterday is a debt from midnight on, by the clock of each club. */
export async function keepDirectoryDays(jobs: Pick<Jobs, 'schedule'>, db: Db, now: () => Date) {
  await beginDirectoryDays(db, now())
  await jobs.schedule('begin-directory-days', '*/15 * * * *', () => beginDirectoryDays(db, now()))
}

/** Counts the debts of those clubs anew in which another day has begun; a club at a time, so that none waits for all. */
export async function beginDirectoryDays(db: Db, now: Date): Promise<void> {
  const clubs = await db
    .selectFrom('club')
    .leftJoin('directory_day', 'directory_day.club_id', 'club.id')
    .select(['club.id', 'club.time_zone as timeZone', 'directory_day.day'])
    .orderBy('club.id')
    .execute()
  for (const { id, timeZone, day } of clubs) {
    const today = todayIn(timeZone, now)
    if (day !== today) await sql`select begin_directory_day(${id}, ${today}::date)`.execute(db)
  }
}
