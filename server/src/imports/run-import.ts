import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/imports.ts'
import { demandCredit } from '../platform/access.ts'
import { deleteFileJob } from '../platform/files.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { lockBatch, open } from './check-import.ts'
import { runJob, undoJob } from './job-names.ts'
import { readBatch } from './run/batch.ts'
import { workedWith } from './undo/worked-with.ts'

/** While it is under way it may be asked for again: where a process has died, the job has to be put in anew. */
export async function runImport({ tx, user, now, audit, enqueue }: Write, { id }: Input<typeof call.runImport>) {
  const batch = await lockBatch(tx, id, ['checked', 'importing'])
  const credit = batch.findings?.balances.credit.amount ?? 0
  if (credit > 0) demandCredit(user, batch.club_id, Math.round(credit * 100), 'id')
  await tx
    .updateTable('import_batch')
    .set({ state: 'importing', failure: '', done: 0, total: 0, progress_at: now })
    .where('id', '=', id)
    .execute()
  await enqueue(runJob, { importId: id, accountId: user.accountId })
  audit({ clubId: batch.club_id, subject: 'import_batch', subjectId: id, after: { state: 'importing' } })
  return { importId: id }
}

export async function getImportUndo({ db }: Read, { id }: Input<typeof call.getImportUndo>) {
  const batch = await readBatch(db, id)
  const { count } = await db
    .selectFrom('import_line')
    .select(({ fn }) => fn.count<number>('member_id').distinct().as('count'))
    .where('import_batch_id', '=', id)
    .where('outcome', 'in', ['new', 'changed'])
    .executeTakeFirstOrThrow()
  const isImported = batch.audit_id !== null && batch.state !== 'undone'
  return { members: count, workedWith: isImported ? await workedWith(db, { id, auditId: batch.audit_id ?? 0 }) : [] }
}

export async function undoImport(write: Write, { id, leaveWorkedWith }: Input<typeof call.undoImport>) {
  const { tx, now, user, audit, enqueue } = write
  const batch = await lockBatch(tx, id, ['imported', 'undoing'])
  if (!batch.undo_until || batch.undo_until <= now)
    throw new Refused(409, 'An import can be undone for 24 hours. These are over.')
  await tx
    .updateTable('import_batch')
    .set({ state: 'undoing', failure: '', leave_worked_with: leaveWorkedWith, done: 0, total: 1, progress_at: now })
    .where('id', '=', id)
    .execute()
  await enqueue(undoJob, { importId: id, accountId: user.accountId })
  audit({ clubId: batch.club_id, subject: 'import_batch', subjectId: id, after: { state: 'undoing', leaveWorkedWith } })
  return { importId: id }
}

export async function deleteImport({ tx, now, audit, enqueue }: Write, { id }: Input<typeof call.deleteImport>) {
  const batch = await lockBatch(tx, id, [...open, 'imported', 'undone'])
  if (batch.state === 'imported' && batch.undo_until && batch.undo_until > now)
    throw new Refused(409, 'It can still be undone. Its record stays until that is over.')
  await tx.deleteFrom('import_batch').where('id', '=', id).execute()
  if (batch.file_key) await enqueue(deleteFileJob, { key: batch.file_key })
  const before = { fileName: batch.file_name, state: batch.state }
  audit({ clubId: batch.club_id, subject: 'import_batch', subjectId: id, before })
  return { importId: id }
}
