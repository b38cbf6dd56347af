import { sql } from 'kysely'
import { areaGauges, byState } from '../platform/area-gauges.ts'
import type { Db } from '../platform/database.ts'

/** Charging runs of all clubs. */
export const chargingMetrics = (db: Db, now: () => Date) =>
  areaGauges('charging', () => readRuns(db, now()), [
    {
      name: 'charging_runs',
      labels: ['state'],
      help: 'Charging runs that wait or run, and those that have not moved for ten minutes',
      value: ({ waiting, running, stuck }) => byState({ waiting, running, stuck }),
    },
    {
      name: 'charging_failed_memberships',
      help: 'Memberships that an error kept from being charged in the last run of their club',
      value: ({ failed }) => failed,
    },
  ])

async function readRuns(db: Db, now: Date) {
  const { rows } = await sql<{ waiting: number; running: number; stuck: number; failed: number }>`
    select
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state <> 'done' and moved_at < ${now}::timestamptz - interval '10 minutes')::int as stuck,
      coalesce(sum(failed), 0)::int as failed
    from club
    cross join lateral (
      select state, moved_at, failed from charging_run where club_id = club.id order by id desc limit 1) run`.execute(
    db,
  )
  return rows[0] ?? { waiting: 0, running: 0, stuck: 0, failed: 0 }
}
