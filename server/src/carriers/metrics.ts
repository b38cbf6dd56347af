import { sql } from 'kysely'
import { areaGauges, byState } from '../platform/area-gauges.ts'
import type { Db } from '../platform/database.ts'

/** What carriers of emails and text messages have told us. */
export const carrierMetrics = (db: Db, now: () => Date) =>
  areaGauges('carriers', () => readEvents(db, now()), [
    {
      name: 'carrier_events',
      labels: ['state'],
      help: 'Stored webhooks of carriers: not worked off, due for ten minutes, and worked off in the last day',
      value: ({ waiting, late, done }) => byState({ waiting, late, done }),
    },
  ])

async function readEvents(db: Db, now: Date) {
  const { rows } = await sql<{ waiting: number; late: number; done: number }>`
    select count(*)::int as waiting,
      count(*) filter (where try_again_at < ${now}::timestamptz - interval '10 minutes')::int as late,
      (select count(*) from carrier_event where worked_at > ${now}::timestamptz - interval '1 day')::int as done
    from carrier_event where worked_at is null`.execute(db)
  return rows[0] ?? { waiting: 0, late: 0, done: 0 }
}
