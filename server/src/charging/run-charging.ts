import { sql, type Transaction } from 'kysely'
import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'
import { type Charged, chargeMemberships, type RunOf } from './charge-memberships.ts'
import { raiseGapTask } from './gap-tasks.ts'
import { dueIn } from './read-memberships.ts'

export const chargingJob = 'charge-memberships'

interface Parts {
  readonly db: Db
  readonly now: () => Date
  readonly log?: { error(details: object, message: string): void }
}

interface Options {
  /** Memberships that are charged in one transaction. */
  readonly batch?: number
  /** Called after each batch, when it is stored. */
  readonly afterBatch?: () => Promise<void> | void
}

const usualBatch = 500

/**
 * Works on a run until nothing due is left, a batch a transaction. What is stored with a batch is how far the run is: one
 * that died, wherever that was, goes on from there, and two that work on the same run take turns. A membership that cannot
 * be charged is told from the others by ever smaller batches, and left for the next run.
 */
export async function workOnRun(parts: Parts, runId: number, options: Options = {}): Promise<void> {
  const { batch = usualBatch, afterBatch } = options
  let size = batch
  let again = 0
  for (;;) {
    try {
      if (!(await oneBatch(parts, runId, size))) return
      again = 0
      await afterBatch?.()
    } catch (error) {
      if (isPassing(error) && again < 5) again += 1
      else if (!isOfRow(error)) throw error
      else if (size > 1) size = Math.max(1, Math.floor(size / 8))
      else {
        parts.log?.error({ run: runId, code: codeOf(error) }, 'a membership could not be charged')
        await skipOne(parts, runId)
        size = batch
      }
    }
  }
}

/** Two who wanted the same rows in another order: one of them begins again. */
const isPassing = (error: unknown) => ['40001', '40P01', '55P03'].includes(codeOf(error))

/** What is wrong with the data of some row, rather than with the database or the connection to it. */
const isOfRow = (error: unknown) => /^(22|23|P0)/.test(codeOf(error)) || error instanceof RangeError

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

interface LockedRun extends RunOf {
  readonly afterId: number
  readonly total: number | null
  readonly charged: number
}

const oneBatch = ({ db, now }: Parts, runId: number, size: number): Promise<boolean> =>
  db.transaction().execute(async tx => {
    const run = await lockRun(tx, runId)
    if (!run) return false
    if (run.total === null) await count(tx, run)
    const memberships = await nextDue(tx, run, size)
    const last = memberships.at(-1)
    if (!last) {
      await finish(tx, run, now())
      return false
    }
    await moved(tx, run.id, {
      charged: await chargeMemberships(tx, run, memberships, now()),
      done: memberships.length,
      afterId: last.id,
      now: now(),
    })
    return true
  })

/** Whoever works on a run holds it; null: it is done. */
async function lockRun(tx: Transaction<Tables>, runId: number): Promise<LockedRun | null> {
  const run = await tx
    .selectFrom('charging_run')
    .select(['id', 'club_id as clubId', 'account_id as accountId', 'run_on as runOn', 'due_until as dueUntil'])
    .select(['after_id as afterId', 'total', 'charged', 'state'])
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirst()
  return !run || run.state === 'done' ? null : run
}

async function count(tx: Transaction<Tables>, { id, clubId, dueUntil }: LockedRun): Promise<void> {
  await sql`
    update charging_run set state = 'running',
      total = (select count(*) from club_member own where ${dueIn(clubId, dueUntil)})
    where id = ${id}`.execute(tx)
}

async function nextDue(tx: Transaction<Tables>, { clubId, dueUntil, afterId }: LockedRun, size: number) {
  const { rows } = await sql<{ id: number; memberId: number }>`
    select own.id, own.member_id as "memberId" from club_member own
    where ${dueIn(clubId, dueUntil)} and own.id > ${afterId} order by own.id limit ${size}`.execute(tx)
  return rows
}

interface Move {
  readonly charged: Charged
  readonly done: number
  readonly afterId: number
  readonly now: Date
  readonly failed?: number
}

async function moved(tx: Transaction<Tables>, runId: number, { charged, done, afterId, now, failed = 0 }: Move) {
  await sql`
    update charging_run set done = done + ${done}, charged = charged + ${charged.charged},
      pence = pence + ${charged.pence}, left_out = left_out + ${charged.leftOut}, failed = failed + ${failed},
      after_id = ${afterId}, moved_at = ${now}, total = greatest(total, done + ${done})
    where id = ${runId}`.execute(tx)
}

/** The next membership fails by itself: it is counted, and the run goes on behind it. */
const skipOne = ({ db, now }: Parts, runId: number): Promise<void> =>
  db.transaction().execute(async tx => {
    const run = await lockRun(tx, runId)
    const [next] = run ? await nextDue(tx, run, 1) : []
    if (!next) return
    const charged = { charged: 0, pence: 0, leftOut: 0 }
    await moved(tx, runId, { charged, done: 1, afterId: next.id, now: now(), failed: 1 })
  })

/** A night that found nothing to charge leaves no run behind. */
async function finish(tx: Transaction<Tables>, { id, clubId, accountId, runOn }: LockedRun, now: Date): Promise<void> {
  const { rows } = await sql<{ charged: number; pence: number; leftOut: number; failed: number; isEmpty: boolean }>`
    update charging_run run set state = 'done', finished_at = ${now}, moved_at = ${now}, total = done
    where id = ${id}
    returning charged, pence, left_out as "leftOut", failed, account_id is null and failed = 0 and charged = 0
      and not exists (select from membership_period where charging_run_id = run.id) as "isEmpty"`.execute(tx)
  const [done] = rows
  if (!done) return
  const { isEmpty, ...after } = done
  if (isEmpty) {
    await tx.deleteFrom('charging_run').where('id', '=', id).execute()
    return
  }
  if (await hasFoundGaps(tx, id)) await raiseGapTask(tx, { clubId, on: runOn })
  await writeAudit(tx, { action: 'chargeMemberships', accountId }, [
    { clubId, subject: 'charging_run', subjectId: id, before: null, after },
  ])
}

async function hasFoundGaps(tx: Transaction<Tables>, runId: number): Promise<boolean> {
  const { rows } = await sql`
    select from membership_period period join membership_gap_period part on part.membership_period_id = period.id
    where charging_run_id = ${runId} limit 1`.execute(tx)
  return rows.length > 0
}
