import { type Kysely, sql } from 'kysely'
import { deadLetters, type FailedJobs, type OpenJobs } from './jobs.ts'
import type { Tables } from './tables.ts'

/** A job that has failed for good. */
export interface FailedJob {
  readonly job: string
  readonly queue: string
  readonly tries: number
  readonly failedAt: Date
  readonly reason: string | null
  /** Of an email: its subject. */
  readonly heading: string | null
  /** Of an email: its address. */
  readonly to: string | null
  /** What the job was given. */
  readonly data: Readonly<Record<string, unknown>>
}

/** Those jobs, for a select. */
export const failedJobs = (db: Kysely<Tables>) =>
  db.selectFrom(
    sql<FailedJob>`(
      select id as job, source_name as queue, source_retry_count + 1 as tries, created_on as "failedAt",
        source_output ->> 'message' as reason, data ->> 'subject' as heading,
        data ->> 'to' as "to", data
      from pgboss.job where name = ${deadLetters} and state = 'created')`.as('failed'),
  )

/** Drops them: what they were to do is never done. @returns how many */
export async function dropFailed(db: Kysely<Tables>, which: FailedJobs): Promise<number> {
  const chosen = 'queue' in which ? sql`source_name = ${which.queue}` : sql`id = any(${[...which.ids]}::uuid[])`
  const { numAffectedRows } = await sql`
    delete from pgboss.job where name = ${deadLetters} and state = 'created' and ${chosen}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

interface Queue {
  readonly queue: string
  readonly waiting: number
  readonly running: number
  readonly failed: number
}

/** The queues in which something waits, runs or has failed. */
export async function queuesNow(db: Kysely<Tables>): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select queue, count(*) filter (where state in ('created', 'retry') and not has_failed)::int as waiting,
      count(*) filter (where state = 'active' and not has_failed)::int as running,
      count(*) filter (where has_failed)::int as failed
    from (
      select name as queue, state, false as has_failed from pgboss.job
      where name <> ${deadLetters} and state in ('created', 'retry', 'active')
      union all
      select source_name, state, true from pgboss.job where name = ${deadLetters} and state = 'created'
    ) job group by queue order by queue`.execute(db)
  return rows
}

/** The queues as an operator sees and changes them. */
export interface Queues {
  readonly now: typeof queuesNow
  readonly failed: typeof failedJobs
  readonly drop: typeof dropFailed
  readonly retry: OpenJobs['retryFailed']
}

export const openQueues = ({ retryFailed }: Pick<OpenJobs, 'retryFailed'>): Queues => ({
  now: queuesNow,
  failed: failedJobs,
  drop: dropFailed,
  retry: retryFailed,
})
