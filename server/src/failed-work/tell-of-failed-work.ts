import { todayIn } from '@honbu/contract/calendar.ts'
import { queueWords, reasonWords } from '@honbu/contract/queue-words.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Queues } from '../platform/failed-jobs.ts'
import type { Jobs } from '../platform/jobs.ts'
import { closeTasks, raiseTask } from '../tasks/index.ts'
import { clubOf } from './club-of.ts'

export const kind = 'failure'
export const causeOf = (job: string) => `failed-job:${job}`

interface Parts {
  readonly db: Db
  readonly now: () => Date
  readonly queues: Pick<Queues, 'failed'>
}

/** Every five minutes: an admin of the club gets a task for what couldn’t be sent or done. */
export async function tellOfFailedWork(jobs: Pick<Jobs, 'schedule'>, parts: Parts) {
  await jobs.schedule('tell-of-failed-work', '*/5 * * * *', () => tellNow(parts))
}

export async function tellNow({ db, now, queues }: Parts): Promise<void> {
  const failed = await queues
    .failed(db)
    .innerJoin('club', join => join.on(clubOf, '=', sql.ref('club.id')))
    .select(['job', 'queue', 'heading', 'reason', 'club.id as clubId', 'time_zone as timeZone'])
    .select(adminOf(now()).as('accountId'))
    .orderBy('failedAt')
    .orderBy('job')
    .execute()
  const raised = new Set(await openCauses(db))
  for (const { job, queue, heading, reason, clubId, timeZone, accountId } of failed) {
    if (raised.delete(causeOf(job))) continue
    const what = heading ? `“${heading}”` : queueWords(queue)
    await db.transaction().execute(tx =>
      raiseTask(tx, {
        ...{ clubId, memberId: null, accountId, kind, cause: causeOf(job), event: queueWords(queue) },
        subject: `Not sent or done: ${what}`.slice(0, 500),
        // Not to whom: the task stays when that person is erased.
        details: `${reasonWords(reason)} Try it again or drop it under Messaging, Sent items.`,
        dueOn: todayIn(timeZone, now()),
      }),
    )
  }
  // An operator has tried them again or dropped them.
  const because = 'Was tried again or dropped'
  await db.transaction().execute(tx => closeTasks(tx, { kind, causes: [...raised], because, now: now() }))
}

/** The first admin of the club; null where it has none of its own. */
const adminOf = (now: Date) => sql<number | null>`(
  select account_id from club_user, lateral (select (${now}::timestamptz at time zone club.time_zone)::date as today) clock
  where club_user.club_id = club.id and is_admin and user_since <= today and (user_until is null or user_until >= today)
  order by club_user.id limit 1)`

async function openCauses(db: Db): Promise<string[]> {
  const open = await db
    .selectFrom('task')
    .select('cause')
    .where('kind', '=', kind)
    .where('completed_at', 'is', null)
    .execute()
  return open.flatMap(({ cause }) => cause ?? [])
}
