import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { PoolConfig } from 'pg'
import { fromKysely, PgBoss, type QueueOptions, type QueueResult } from 'pg-boss'
import { NotSent } from './not-sent.ts'
import type { Tables } from './tables.ts'
import { asStep } from './tracing.ts'

export interface WorkOptions {
  /** How often a job that throws is tried again, with growing pauses. 8 tries last about two hours. */
  readonly retryLimit?: number
  /** How many jobs of this name one process works on at once. */
  readonly concurrency?: number
  /** Tries again for three days, at least every six hours: what still makes sense when a mail server is back after a night. */
  readonly isPatient?: boolean
  /** How many hours one may take; otherwise a quarter of one. */
  readonly longestHours?: number
}

/** Jobs that have failed for good, with the name of their own queue, for 30 days. A person runs them again or drops them. */
export const deadLetters = 'dead-letters'
const deadLetterDays = 30

/** Some of those jobs, or all of one queue. */
export type FailedJobs = { readonly ids: readonly string[] } | { readonly queue: string }

export interface Jobs {
  /**
   * Puts a job into the queue: it exists if and only if the transaction commits. The data is JSON and lies in the
   * database in clear text, so it holds ids rather than secrets.
   * @param notBefore when it is worked on at the earliest
   * @throws when nothing works on this name in any process yet
   */
  enqueue(tx: Transaction<Tables>, name: string, data: object, notBefore?: Date): Promise<void>
  /**
   * Works on jobs of this name, each on its own; one that throws is tried again. Runs at least once, so be idempotent.
   * A second handler in the same process takes the place of the first.
   */
  work<Data extends object>(name: string, handler: (data: Data) => Promise<void>, options?: WorkOptions): Promise<void>
  /** Runs by the clock of Europe/London (a cron expression), once for all processes together. */
  schedule(
    name: string,
    cron: string,
    handler: () => Promise<void>,
    options?: Pick<WorkOptions, 'longestHours'>,
  ): Promise<void>
  /**
   * Takes no more jobs, waits for those that are running, and closes the connections. One that is not done in eight
   * seconds is begun anew, by another process or the next start.
   */
  stop(): Promise<void>
}

export interface OpenJobs extends Jobs {
  /** Runs failed jobs again, if and only if the transaction commits. @returns how many */
  retryFailed(tx: Transaction<Tables>, which: FailedJobs): Promise<number>
  /** Runs at once what is scheduled for each minute, and waits until no job is due. */
  settle(): Promise<void>
}

export interface JobsOptions {
  /** Whether this process works on jobs; one that does not puts them into the queue for those that do. */
  readonly works?: boolean
  /**
   * Whether it also runs what is scheduled less often than each minute. The hour is the database's, so the browser tests,
   * whose product's clock stands still, leave it out: the night's charges would come at 23 minutes past any hour.
   */
  readonly hourly?: boolean
  /** Keeps jobs of suspended clubs; left out: none waits. */
  readonly holds?: HoldsJobs
}

/** Keeps jobs of suspended clubs. */
export interface HoldsJobs {
  /** @throws when nobody has said whose jobs these are */
  demandKnown(queue: string): void
  /** @returns whether the job waits now, until the suspension is lifted */
  hold(queue: string, data: object): Promise<boolean>
}

export interface JobsLog {
  error(details: object, message: string): void
}

const eachMinute = '* * * * *'

/**
 * A worker is told of a new job at once. It looks by itself for those that are tried again, and more often where it
 * cannot be told: behind a pooler that has no LISTEN, or while that connection is away. With some sixty queues each look
 * a second keeps a processor busy at nothing.
 */
const polling = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 10 }

/**
 * Who works on a job says each half of this that it still does. One that was killed says nothing, and its job is tried
 * again as soon as somebody looks: not after the quarter of an hour that a job may take.
 */
const heartbeatSeconds = 30
const look = { superviseIntervalSeconds: 30, monitorIntervalSeconds: 30 }

/** Opens the queue in the same database (its own schema, `pgboss`), with a few connections of its own. */
export async function openJobs(
  connection: PoolConfig,
  log: JobsLog,
  { works = true, hourly = true, holds }: JobsOptions = {},
): Promise<OpenJobs> {
  const boss = new PgBoss({
    ...withoutTypes(connection),
    application_name: 'honbu jobs',
    max: 3,
    supervise: works,
    schedule: works,
    // Wakes a worker as soon as the job is there; polling goes on beneath it.
    useListenNotify: works,
    ...look,
    // Jobs fall due by the minute here, so there is no need to look at the schedules more often.
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 10,
  })
  boss.on('error', error => log.error({ code: codeOf(error), error: error.name }, 'the job queue had an error'))
  await boss.start()
  if (!(await boss.getQueue(deadLetters)))
    await boss.createQueue(deadLetters, { retentionSeconds: deadLetterDays * 86_400 })
  const present = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))

  async function work<Data extends object>(
    name: string,
    handler: (data: Data) => Promise<void>,
    { retryLimit = 8, concurrency = 1, isPatient = false, longestHours = 0.25 }: WorkOptions = {},
    deadLetter: string | undefined = deadLetters,
  ) {
    if (deadLetter) holds?.demandKnown(name)
    // retryBackoff doubles the pause each time, from 15 seconds on. In these 24 tries are some three days.
    const limits = isPatient ? { retryLimit: 24, retryDelayMax: 21_600 } : { retryLimit }
    const retry = { ...limits, retryDelay: 15, retryBackoff: true }
    const queue = {
      ...retry,
      heartbeatSeconds,
      notify: true,
      deleteAfterSeconds: 86_400,
      expireInSeconds: longestHours * 3600,
      ...(deadLetter && { deadLetter }),
    }
    if (!hasOptions(present.get(name), queue)) {
      await boss.createQueue(name, queue)
      // The queue may be there from an older version with other options; creating it again changes nothing.
      await boss.updateQueue(name, queue)
    }
    if (!works) return
    await boss.offWork(name)
    for (let index = 0; index < concurrency; index++) {
      let worker: string | undefined
      worker = await boss.work<Data>(name, polling, async ([job]) => {
        if (!job) return
        try {
          await asStep(
            () => ({ name: `job ${name}`, kind: 'CONSUMER', attributes: { 'messaging.message.id': job.id } }),
            async () => {
              if (!(await holds?.hold(name, job.data))) await handler(job.data)
            },
          )
        } catch (error) {
          const isFinal = error instanceof NotSent && !error.canRetry
          if (isFinal) await giveUp(boss, job)
          const told = { job: name, id: job.id, attempt: job.retryCount + 1, ...toldOf(error) }
          log.error(told, isFinal ? 'a job failed for good' : 'a job failed and will be tried again')
          // pg-boss keeps what was thrown beside the job; an SMTP or database error quotes addresses and rows.
          throw new Error(error instanceof NotSent ? error.message : `${kindOf(error)} ${codeOf(error) ?? ''}`.trim())
        } finally {
          // Of many jobs that arrive together a worker hears once, and fetches one at a time: it looks for the next itself.
          if (worker) boss.notifyWorker(worker)
        }
      })
    }
  }

  return {
    work,

    async enqueue(tx, name, data, notBefore) {
      const id = await boss.send(name, data, { db: fromKysely(tx), ...(notBefore && { startAfter: notBefore }) })
      if (!id) throw new Error(`The job ${name} was not taken.`)
    },

    async schedule(name, cron, handler, options) {
      // The clock brings it again.
      await work(name, handler, { ...options, retryLimit: 3 }, '')
      if (hourly || cron === eachMinute) await boss.schedule(name, cron, {}, { tz: 'Europe/London' })
      else await boss.unschedule(name)
    },

    async retryFailed(tx, which) {
      const chosen = 'queue' in which ? { sourceName: which.queue } : { ids: [...which.ids] }
      return await boss.redrive(deadLetters, { ...chosen, limit: 100_000, db: fromKysely(tx) })
    },

    async settle() {
      for (const { name, cron } of await boss.getSchedules()) if (cron === eachMinute) await boss.send(name)
      while (await anyDue(boss)) await pause(200)
    },

    stop: () => boss.stop({ graceful: true, timeout: 8000 }),
  }
}

async function anyDue(boss: PgBoss): Promise<boolean> {
  const due = "select 1 from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now() limit 1"
  const { rows } = await boss.getDb().executeSql(due)
  return rows.length > 0
}

/** Sixty queues made and updated at each start take as long as everything else that the start asks of the database. */
function hasOptions(present: QueueResult | undefined, options: QueueOptions): boolean {
  return present !== undefined && Object.entries(options).every(([name, value]) => Reflect.get(present, name) === value)
}

/** Another try changes nothing: the job goes to the dead letters at once. */
async function giveUp(boss: PgBoss, { name, id }: { name: string; id: string }): Promise<void> {
  await boss
    .getDb()
    .executeSql('update pgboss.job set retry_limit = retry_count where name = $1 and id = $2', [name, id])
}

/** What a line of the log may say of an error: no address, number or name. */
function toldOf(error: unknown): object {
  const told = { code: codeOf(error), error: kindOf(error) }
  return error instanceof NotSent ? { ...told, why: error.message, ...error.carrier } : told
}

const kindOf = (error: unknown) => (error instanceof Error ? error.name : 'Error')

/** The queue reads its own tables with pg's usual types. */
export function withoutTypes({ types: _, ...connection }: PoolConfig): object {
  return connection
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
