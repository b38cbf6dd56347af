import { PgBoss } from 'pg-boss'
import { CannotStart } from '../platform/cannot-start.ts'
import type { Database } from '../platform/database.ts'
import { deadLetters, withoutTypes } from '../platform/jobs.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open.ts'

const usage = 'jobs, jobs retry ID|all, or jobs drop ID'

export const command: Command = {
  words: '[retry ID|all] [drop ID]',
  does: 'Counts the jobs that wait, lists those that failed for good, and runs them again or drops them.',
  run: args =>
    withDatabase(async ({ database }) => {
      const [what, which, ...more] = args
      if (what === undefined) return list(database)
      if (!which || more.length > 0 || (what !== 'retry' && what !== 'drop')) throw new CannotStart(`Use: ${usage}`)
      const failed = (await failedJobs(database)).filter(({ id }) => which === 'all' || id === which)
      if (failed.length === 0)
        throw new CannotStart(which === 'all' ? 'No job has failed.' : `No failed job has the id ${which}.`)
      if (what === 'drop' && which === 'all')
        throw new CannotStart('Name the job that is to be dropped: its work is lost.')
      const boss = new PgBoss({
        ...withoutTypes(database.connection),
        supervise: false,
        schedule: false,
        migrate: false,
      })
      boss.on('error', () => {})
      await boss.start()
      try {
        const ids = failed.map(({ id }) => id)
        if (what === 'retry') await boss.redrive(deadLetters, { ids })
        else await boss.deleteJob(deadLetters, ids)
      } finally {
        await boss.stop({ graceful: false })
      }
      console.log(`${failed.length} ${what === 'retry' ? 'will run again' : 'dropped'}.`)
    }),
}

interface FailedJob {
  readonly id: string
  readonly name: string
  readonly tries: number
  readonly at: Date
  readonly why: string | null
  /** Of an email: its subject. */
  readonly heading: string | null
}

async function failedJobs({ pool }: Database): Promise<FailedJob[]> {
  const { rows } = await pool.query(
    `select id, source_name as name, source_retry_count + 1 as tries, created_on as at,
      source_output ->> 'message' as why, data ->> 'subject' as heading
    from pgboss.job where name = $1 and state = 'created' order by created_on desc limit 500`,
    [deadLetters],
  )
  return rows
}

async function list(database: Database): Promise<void> {
  const { rows } = await database.pool.query(`
    select name, count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as running
    from pgboss.job where state in ('created', 'retry', 'active') and name <> '${deadLetters}' group by name order by name`)
  for (const { name, waiting, running } of rows) console.log(`${name}: ${waiting} waiting, ${running} running`)
  const failed = await failedJobs(database)
  if (failed.length === 0) console.log('No job has failed.')
  for (const { id, name, tries, at, why, heading } of failed)
    console.log(
      `failed: ${name}${heading ? ` “${heading}”` : ''} ${id}, ${tries === 1 ? '1 try' : `${tries} tries`}, last ${at.toISOString()}${why ? `: ${why}` : ''}`,
    )
}
