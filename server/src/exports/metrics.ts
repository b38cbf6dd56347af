import { sql } from 'kysely'
import { areaGauges, byState } from '../platform/area-gauges.ts'
import type { Db } from '../platform/database.ts'

interface State {
  readonly waiting: number
  readonly running: number
  readonly done: number
  readonly failed: number
  readonly late: number
}

/** Exports of the last day, which is how long they are kept. */
export const exportMetrics = (db: Db, now: () => Date) =>
  areaGauges('exports', () => readExports(db, now()), [
    {
      name: 'exports',
      labels: ['state'],
      help: 'Exports of the last day by state, and those that are not done after half an hour',
      value: ({ waiting, running, done, failed, late }) => byState({ waiting, running, done, failed, late }),
    },
  ])

async function readExports(db: Db, now: Date): Promise<State> {
  const { rows } = await sql<State>`
    select
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'done')::int as done,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state in ('waiting', 'running')
        and created_at < ${now}::timestamptz - interval '30 minutes')::int as late
    from export_file`.execute(db)
  return rows[0] ?? { waiting: 0, running: 0, done: 0, failed: 0, late: 0 }
}
