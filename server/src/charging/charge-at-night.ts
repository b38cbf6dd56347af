import { sql } from 'kysely'
import { workingDaysAfter } from '../plans/index.ts'
import { isWorking } from '../platform/club-stops.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import { dueIn } from './read-memberships.ts'
import { chargingJob, workOnRun } from './run-charging.ts'

interface Parts {
  readonly db: Db
  readonly now: () => Date
  readonly log: { error(details: object, message: string): void }
}

/** From this hour of the club on its night is over, and its day is charged. */
const firstHour = 3
const stuckAfter = 5 * 60_000

/** Works on runs, one at a time in each process, and begins those of the night: every hour, as it is night somewhere. */
export async function workOnCharging(jobs: Jobs, parts: Parts): Promise<void> {
  await jobs.work<{ runId: number }>(chargingJob, ({ runId }) => workOnRun(parts, runId))
  await jobs.schedule('charge-at-night', '23 * * * *', async () => {
    await beginNights(parts.db, parts.now(), jobs)
  })
}

/**
 * Begins a run for each club whose day has begun and that has had none on it yet, where something is due: once a day,
 * however many processes ask, and a night that was missed is made up for by the next. A run that has stood still is put
 * into the queue again. Answers the runs.
 */
export async function beginNights(db: Db, now: Date, jobs: Pick<Jobs, 'enqueue'>): Promise<number[]> {
  return await db.transaction().execute(async tx => {
    const { rows: nights } = await sql<{ clubId: number; today: string; daysAhead: number }>`
      insert into charging_setting (club_id, night)
      select club.id, (${now}::timestamptz at time zone club.time_zone)::date
      from club join charging_setting own on own.club_id = club.id
      where own.is_nightly and ${isWorking(sql`club.id`)}
        and (own.starts_on is null or own.starts_on <= (${now}::timestamptz at time zone club.time_zone)::date)
        and extract(hour from ${now}::timestamptz at time zone club.time_zone) >= ${firstHour}
        and own.night is distinct from (${now}::timestamptz at time zone club.time_zone)::date
      order by club.id
      on conflict (club_id) do update set night = excluded.night
        where charging_setting.night is distinct from excluded.night
      returning club_id as "clubId", night as today, days_ahead as "daysAhead"`.execute(tx)
    const begun: number[] = []
    for (const { clubId, today, daysAhead } of nights) {
      const dueUntil = workingDaysAfter(today, daysAhead)
      const { rows } = await sql<{ id: number }>`
        insert into charging_run (club_id, run_on, due_until, created_at, moved_at)
        select ${clubId}::bigint, ${today}::date, ${dueUntil}::date, ${now}, ${now}
        where exists (select from club_member own where ${dueIn(clubId, dueUntil)})
        on conflict (club_id) where state <> 'done' do nothing
        returning id`.execute(tx)
      begun.push(...rows.map(({ id }) => id))
    }
    const { rows: stuck } = await sql<{ id: number }>`
      update charging_run set moved_at = ${now}
      where state <> 'done' and moved_at < ${new Date(now.getTime() - stuckAfter)}
        and ${isWorking(sql`charging_run.club_id`)}
      returning id`.execute(tx)
    begun.push(...stuck.map(({ id }) => id))
    for (const runId of begun) await jobs.enqueue(tx, chargingJob, { runId })
    return begun
  })
}
