import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { type AddFigures, areaGauges } from './area-gauges.ts'
import { type Certificate, certificateAt, daysUntil } from './certificate.ts'
import { deadLetters } from './jobs.ts'

/** The disk that has the data folder. */
export const diskMetrics = (dataDir: string) =>
  areaGauges('disk', () => statfs(dataDir), [
    {
      name: 'disk_free_bytes',
      help: 'Free bytes on the disk of the data folder',
      value: ({ bavail, bsize }) => bavail * bsize,
    },
    { name: 'disk_bytes', help: 'Bytes of that disk', value: ({ blocks, bsize }) => blocks * bsize },
  ])

const hour = 3_600_000

/** The certificate of the public address, which is looked at once an hour. */
export function certificateMetrics(baseUrl: string, now: () => Date): AddFigures {
  let found: { readonly at: number; readonly certificate: Promise<Certificate | null> } | undefined
  const read = async () => {
    const at = now().getTime()
    if (!found || at - found.at >= hour) found = { at, certificate: certificateAt(baseUrl) }
    return await found.certificate
  }
  return areaGauges('certificate', read, [
    {
      name: 'certificate_days',
      help: 'Days until the certificate of BASE_URL ends; -1 if browsers do not trust it',
      value: certificate => (!certificate ? 0 : certificate.problem ? -1 : daysUntil(certificate.until, now())),
    },
  ])
}

interface QueueState {
  readonly queue: string
  readonly state: string
  readonly jobs: number
  readonly late: number
}

/** The queues of jobs, which are those of all processes together. */
export const queueMetrics = (pool: pg.Pool) =>
  areaGauges('queues', () => readQueues(pool), [
    {
      name: 'jobs',
      labels: ['queue', 'state'],
      help: 'Jobs by queue',
      value: ({ states }) => states.map(({ queue, state, jobs }) => ({ labels: { queue, state }, value: jobs })),
    },
    {
      name: 'late_jobs',
      help: 'Jobs that are due for half an hour, on which nothing works',
      value: ({ states }) => states.reduce((sum, { late }) => sum + late, 0),
    },
    {
      name: 'failed_jobs',
      labels: ['queue'],
      help: 'Jobs that failed for good and wait for a person',
      value: ({ queues }) => queues.map(({ queue, failed }) => ({ labels: { queue }, value: failed })),
    },
  ])

async function readQueues(pool: pg.Pool) {
  const { rows: states } = await pool.query<QueueState>(
    `select name as queue, state::text as state, count(*)::int as jobs,
      count(*) filter (where state in ('created', 'retry') and name <> $1
        and start_after < now() - interval '30 minutes')::int as late
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name, state`,
    [deadLetters],
  )
  // Each queue has a row, so that a figure falls to 0 rather than going away.
  const { rows: queues } = await pool.query<{ queue: string; failed: number }>(
    `select queue.name as queue, count(job.id)::int as failed
    from pgboss.queue queue
    left join pgboss.job job on job.name = $1 and job.state = 'created' and job.source_name = queue.name
    where queue.name <> $1 group by queue.name`,
    [deadLetters],
  )
  return { states, queues }
}
