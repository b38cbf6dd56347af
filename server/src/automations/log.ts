import type { Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

export type Logged =
  | 'started'
  | 'waits'
  | 'sent'
  | 'notSent'
  | 'task'
  | 'tag'
  | 'passed'
  | 'stopped'
  | 'missed'
  | 'done'
  | 'again'

/** Writes down what happened to somebody in an automation. */
export async function log(
  tx: Transaction<Tables>,
  runId: number,
  { what, detail = '', now }: { what: Logged; detail?: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('automation_log')
    .values({ automation_run_id: runId, at: now, what, detail: detail.slice(0, 500) })
    .execute()
}

interface End {
  readonly state: 'done' | 'stopped' | 'missed'
  readonly because: string
  readonly now: Date
}

/** It is over for this member and this cause. */
export async function settle(tx: Transaction<Tables>, runId: number, { state, because, now }: End): Promise<void> {
  await tx
    .updateTable('automation_run')
    .set({ state, because, due_at: null, ended_at: now })
    .where('id', '=', runId)
    .execute()
  await log(tx, runId, { what: state, detail: because, now })
}

/** @param wait the step to take then, and when */
export async function waitAgain(
  tx: Transaction<Tables>,
  runId: number,
  { step, due, now }: { step: number; due: Date; now: Date },
): Promise<void> {
  await tx.updateTable('automation_run').set({ step, due_at: due }).where('id', '=', runId).execute()
  await log(tx, runId, { what: 'waits', detail: due.toISOString(), now })
}
