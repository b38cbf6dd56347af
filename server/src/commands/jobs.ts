import { CannotStart } from '../platform/cannot-start.ts'
import type { Db } from '../platform/database.ts'
import { dropFailed, failedJobs, queuesNow } from '../platform/failed-jobs.ts'
import { openJobs } from '../platform/jobs.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open.ts'

const usage = 'jobs, jobs retry ID|all, or jobs drop ID'

export const command: Command = {
  words: '[retry ID|all] [drop ID]',
  does: 'Counts the jobs that wait, lists those that failed for good, and runs them again or drops them.',
  run: args =>
    withDatabase(async ({ database: { db, connection } }) => {
      const [what, which, ...more] = args
      if (what === undefined) return list(db)
      if (!which || more.length > 0 || (what !== 'retry' && what !== 'drop')) throw new CannotStart(`Use: ${usage}`)
      const ids = (await latestFailed(db)).map(({ job }) => job).filter(id => which === 'all' || id === which)
      if (ids.length === 0)
        throw new CannotStart(which === 'all' ? 'No job has failed.' : `No failed job has the id ${which}.`)
      if (what === 'drop' && which === 'all')
        throw new CannotStart('Name the job that is to be dropped: its work is lost.')
      if (what === 'drop') await dropFailed(db, { ids })
      else await retry(db, connection, ids)
      console.log(`${ids.length} ${what === 'retry' ? 'will run again' : 'dropped'}.`)
    }),
}

async function retry(db: Db, connection: Parameters<typeof openJobs>[0], ids: readonly string[]): Promise<void> {
  const jobs = await openJobs(connection, console, { works: false })
  try {
    await db.transaction().execute(tx => jobs.retryFailed(tx, { ids }))
  } finally {
    await jobs.stop()
  }
}

const latestFailed = (db: Db) =>
  failedJobs(db)
    .select(['job', 'queue', 'tries', 'failedAt', 'reason', 'heading'])
    .orderBy('failedAt', 'desc')
    .limit(500)
    .execute()

async function list(db: Db): Promise<void> {
  for (const { queue, waiting, running } of await queuesNow(db))
    if (waiting + running > 0) console.log(`${queue}: ${waiting} waiting, ${running} running`)
  const failed = await latestFailed(db)
  if (failed.length === 0) console.log('No job has failed.')
  for (const { job, queue, tries, failedAt, reason, heading } of failed)
    console.log(
      `failed: ${queue}${heading ? ` “${heading}”` : ''} ${job}, ${tries === 1 ? '1 try' : `${tries} tries`}, last ${failedAt.toISOString()}${reason ? `: ${reason}` : ''}`,
    )
}
