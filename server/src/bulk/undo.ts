import type { AuditSubject } from '@honbu/contract/audit-subjects.ts'
import type { undoBulkEdit as call } from '@honbu/contract/bulk.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { lockAccounts } from '../ledger/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { refreshTasks } from '../tasks/index.ts'
import { bulkJob } from './jobs.ts'
import { editOf, mayUndoOf, readEdit, type StoredEdit } from './stored-edit.ts'
import {
  type ChangedRow,
  differing,
  inUndoOrder,
  isSame,
  keyOf,
  neverUndone,
  restoreRow,
  type StoredRow,
  snapshotOf,
  type Tracked,
} from './tracked-rows.ts'

const mostAtOnce = 200

export async function undoBulkEdit(context: Write, { id }: Input<typeof call>) {
  const { tx, user, now, audit, enqueue } = context
  await tx.selectFrom('bulk_edit').select('id').where('id', '=', id).forUpdate().execute()
  const edit = await editOf(tx, id)
  if (!mayUndoOf(user, edit)) throw new Refused(403, 'Only the person who made this change, or an admin, can undo it.')
  if (edit.state !== 'done' || !edit.undoUntil || edit.undoUntil <= now)
    throw new Refused(409, 'This can’t be undone any more.')
  await tx.updateTable('bulk_edit').set({ state: 'undoing', failure: '', done: 0 }).where('id', '=', id).execute()
  audit({ clubId: edit.clubId, subject: 'bulk_edit', subjectId: id, after: { undo: true } })
  if (edit.members.length > mostAtOnce) await enqueue(bulkJob.undo, { bulkEditId: id })
  else await takeBack(context, edit)
  return await readEdit(tx, id, context)
}

/** Restores the rows of people who haven’t been changed since. */
export async function takeBack(context: Pick<Write, 'tx' | 'now' | 'audit'>, edit: StoredEdit): Promise<void> {
  const { tx, now } = context
  const { id, clubId, kind } = edit
  const changed = edit.members.filter(({ outcome }) => outcome === 'changed').map(({ memberId }) => memberId)
  await lockAccounts(tx, changed)
  const rowsOf = Map.groupBy(await storedRows(tx, id), ({ memberId }) => memberId)
  const current = await snapshotOf(tx, kind.tables, { clubId, memberIds: changed })
  const isNow = ({ table, before, after }: ChangedRow) => {
    const row = after ?? before
    return isSame(after, (row && current.get(keyOf(table, row))?.row) ?? null)
  }
  const outcomes: { memberId: number; why: string }[] = []
  for (const memberId of changed) {
    const rows = rowsOf.get(memberId) ?? []
    outcomes.push({ memberId, why: await restore(context, { clubId, rows, isNow }) })
  }
  const undone = outcomes.filter(({ why }) => why === '').map(({ memberId }) => memberId)
  await refreshTasks(tx, { clubId, memberIds: undone, now })
  await sql`
    update bulk_edit_member each set outcome = case when told.why = '' then 'undone' else 'kept' end, why = told.why
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as told ("memberId" bigint, why text)
    where each.bulk_edit_id = ${id} and each.member_id = told."memberId"`.execute(tx)
  await tx.updateTable('bulk_edit').set({ state: 'undone', done: edit.members.length }).where('id', '=', id).execute()
}

interface Restoring {
  readonly clubId: number
  /** What was changed of one person. */
  readonly rows: readonly ChangedRow[]
  /** Whether a row is as it was left. */
  readonly isNow: (row: ChangedRow) => boolean
}

/** @returns why they stay as they are; empty: they were restored */
async function restore({ tx, audit }: Pick<Write, 'tx' | 'audit'>, { clubId, rows, isNow }: Restoring) {
  if (rows.some(({ table }) => neverUndone.has(table))) return 'Money was settled with it. Correct it on their account.'
  if (!rows.every(isNow)) return 'Was changed since.'
  await sql`savepoint one_person`.execute(tx)
  try {
    for (const row of inUndoOrder(rows)) await restoreRow(tx, row)
  } catch (error) {
    if (!isTaken(error)) throw error
    await sql`rollback to savepoint one_person`.execute(tx)
    return 'Was changed since.'
  }
  await sql`release savepoint one_person`.execute(tx)
  for (const row of rows) {
    const { before, after } = differing(row)
    const subject = subjectOf(row.table)
    const subjectId = (row.before ?? row.after)?.id ?? null
    if (subject) audit({ ...{ clubId, memberId: row.memberId, subject, subjectId }, before: after, after: before })
  }
  return ''
}

/** Another row has taken its place: a constraint says so (SQLSTATE class 23). */
const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('23')

const subjects: Readonly<Partial<Record<Tracked, AuditSubject>>> = {
  club_member: 'club_member',
  plan_change: 'plan_change',
  membership_freeze: 'membership_freeze',
  class_member: 'class_member',
  booking: 'booking',
  member_tag: 'member_tag',
}
const subjectOf = (table: Tracked) => subjects[table]

async function storedRows(tx: Write['tx'], id: number): Promise<readonly ChangedRow[]> {
  const rows = await tx
    .selectFrom('bulk_edit_row')
    .select(['member_id as memberId', 'table_name as table', 'before', 'after'])
    .where('bulk_edit_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    memberId: row.memberId,
    // Written by `carryOut`.
    table: row.table as Tracked,
    before: row.before as StoredRow | null,
    after: row.after as StoredRow | null,
  }))
}
