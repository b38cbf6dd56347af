import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'
import { act, type Deliver } from './act.ts'
import { holds, unmet } from './conditions.ts'
import { log, settle, waitAgain } from './log.ts'
import { nextOf } from './next-step.ts'
import { goneSql, lockNext, type RunState, readRun } from './run-state.ts'

export interface StepParts {
  readonly db: Db
  readonly deliver: Deliver
}

/** Members of one minute; the rest waits for the next. */
const mostOfARun = 1000

/**
 * Takes the steps that are due, each member's in a transaction of its own: several processes do not take the same one, and
 * what was sent is written down if and only if it is sent. One that fails keeps nobody else from his.
 */
export async function takeSteps({ db, deliver }: StepParts, now: Date): Promise<void> {
  const failures: unknown[] = []
  for (let taken = 0; taken < mostOfARun; taken++) {
    let runId: number | null = null
    try {
      const isThere = await db.transaction().execute(async tx => {
        runId = await lockNext(tx, now)
        if (runId === null) return false
        await goOn(tx, { run: await readRun(tx, runId, now), deliver, now })
        return true
      })
      if (!isThere) break
    } catch (error) {
      failures.push(error)
      if (runId === null) break
      await putOff(db, runId, now)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Tried again in ten minutes; until a day has passed, after which it is missed. */
async function putOff(db: Db, runId: number, now: Date): Promise<void> {
  await sql`update automation_run set due_at = ${new Date(now.getTime() + 600_000)}
    where id = ${runId} and state = 'waiting'`.execute(db)
}

interface Going {
  readonly run: RunState
  readonly deliver: Deliver
  readonly now: Date
}

/** Does what is due now, up to the next wait or the end. */
export async function goOn(tx: Transaction<Tables>, { run, deliver, now }: Going): Promise<void> {
  if (run.gone !== null) return await settle(tx, run.runId, { state: 'stopped', because: run.gone, now })
  let at = { index: run.step, due: run.due }
  let state = run
  for (;;) {
    const against = state.plan.conditions.find(condition => !holds(condition, state.facts))
    if (against) return await settle(tx, run.runId, { state: 'stopped', because: unmet(against), now })
    const next = nextOf(state.plan, at, state, now)
    switch (next.what) {
      case 'wait':
        return await waitAgain(tx, run.runId, { step: next.index, due: next.due, now })
      case 'stop':
        return await settle(tx, run.runId, { state: 'stopped', because: next.because, now })
      case 'missed':
        return await settle(tx, run.runId, { state: 'missed', because: '', now })
      case 'done':
        return await settle(tx, run.runId, { state: 'done', because: '', now })
      case 'do': {
        const { step, index, due } = next
        if (step.kind === 'condition') {
          if (!holds(step.condition, state.facts))
            return await settle(tx, run.runId, { state: 'stopped', because: unmet(step.condition), now })
          await log(tx, run.runId, { what: 'passed', now })
        } else {
          await act(tx, { run: state, step, index, deliver, now })
          // A tag that was added here counts in the conditions that follow.
          state = await readRun(tx, run.runId, now)
        }
        at = { index: index + 1, due }
      }
    }
  }
}

/** Ends those whose reason is gone, however long they would still have waited. */
export async function stopWithoutReason(db: Db, now: Date): Promise<void> {
  await sql`
    with gone as (
      select run.id, ${goneSql(now)} as because
      from automation_run run join automation on automation.id = run.automation_id
      where run.state = 'waiting'
    ), stopped as (
      update automation_run set state = 'stopped', because = gone.because, due_at = null, ended_at = ${now}::timestamptz
      from gone where gone.id = automation_run.id and gone.because is not null and automation_run.state = 'waiting'
      returning automation_run.id, automation_run.because
    )
    insert into automation_log (automation_run_id, at, what, detail)
    select id, ${now}::timestamptz, 'stopped', because from stopped`.execute(db)
}
