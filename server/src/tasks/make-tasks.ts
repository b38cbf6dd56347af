import { sql, type Transaction } from 'kysely'
import { isWorking } from '../platform/club-stops.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Tables } from '../platform/tables.ts'
import { raiseTasks, settleTasks, systemKinds } from './refresh-tasks.ts'
import { worksIn } from './works-in.ts'

/** The hour of the club's own morning at which its day's tasks are made. */
const earlyMorning = 5

/** Each hour, for the clubs where it is morning by now and that have not had their tasks of the day. */
export async function makeTasksDaily(jobs: Pick<Jobs, 'schedule'>, db: Db, now: () => Date) {
  await jobs.schedule('make-tasks', '10 * * * *', () => makeTasks(db, now()))
}

/**
 * Each club in a transaction of its own, so that one that fails keeps no other from its tasks.
 * @param hour of the club's day from which on its tasks are made
 */
export async function makeTasks(db: Db, now: Date, hour = earlyMorning): Promise<void> {
  const { rows } = await sql<{ id: number; today: string }>`
    select club.id, local::date as today
    from club cross join lateral (select ${now}::timestamptz at time zone club.time_zone as local) clock
    left join task_day on task_day.club_id = club.id
    where ${isWorking(sql`club.id`)} and extract(hour from local) >= ${hour} and (task_day.day is null or task_day.day < local::date)
    order by club.id`.execute(db)
  let failed: unknown
  for (const { id, today } of rows) {
    try {
      await db.transaction().execute(tx => makeTasksOf(tx, { clubId: id, today, now }))
    } catch (error) {
      failed = error
    }
  }
  // Told once all have had their turn: the job is tried again, for those that are left.
  if (failed) throw failed
}

interface Day {
  readonly clubId: number
  readonly today: string
  readonly now: Date
}

async function makeTasksOf(tx: Transaction<Tables>, { clubId, today, now }: Day): Promise<void> {
  const begun = await sql`
    insert into task_day (club_id, day) values (${clubId}, ${today})
    on conflict (club_id) do update set day = excluded.day where task_day.day < excluded.day
    returning club_id`.execute(tx)
  // Another process was quicker.
  if (begun.rows.length === 0) return
  await freeTasksOfLeavers(tx, { clubId, today })
  for (const kind of systemKinds) {
    await settleTasks(tx, kind, { clubId, today, now })
    await raiseTasks(tx, kind, { clubId, today })
  }
}

/** What somebody had to do who works here no longer is anybody's again. */
async function freeTasksOfLeavers(tx: Transaction<Tables>, { clubId, today }: Pick<Day, 'clubId' | 'today'>) {
  await sql`
    update task set account_id = null, version = version + 1
    where club_id = ${clubId} and completed_at is null and account_id is not null
      and not ${worksIn(sql`task.account_id`, sql`task.club_id`, { today, orAbove: true })}`.execute(tx)
}
