import { type AuditEntry, writeAudit } from '../../platform/audit.ts'
import { readBatch } from '../run/batch.ts'
import { placeOf } from '../run/place.ts'
import { beginProgress } from '../run/progress.ts'
import { CannotImport, isAlone, requireRights, type Work } from '../run/work.ts'
import { takeBack } from './take-back.ts'
import { workedWith } from './worked-with.ts'

/** The job that undoes an import: everything in one transaction, or nothing. */
export async function undoNow(work: Work, { importId, accountId }: { importId: number; accountId: number | null }) {
  const { db, now } = work
  const batch = await readBatch(db, importId)
  if (batch.state !== 'undoing') return
  try {
    await requireRights(db, { accountId, clubId: batch.club_id }, now())
    await beginProgress(db, importId, { total: 1, now })
    await db.transaction().execute(async tx => {
      if (!(await isAlone(tx, importId))) return
      if ((await readBatch(tx, importId)).state !== 'undoing') return
      const since = await workedWith(tx, { id: importId, auditId: batch.audit_id ?? 0 })
      if (since.length > 0 && !batch.leave_worked_with) throw new CannotImport(whyNot(since))
      const left = since.map(({ memberId }) => memberId)
      const place = await placeOf(tx, batch.club_id, now())
      if (!place) throw new CannotImport('The club is not there any more.')
      const members = await takeBack(tx, { importId, today: place.today, accountId, left })
      const clubId = batch.club_id
      const after = { undone: members.length, left: left.length }
      const entries: AuditEntry[] = [
        { clubId, subject: 'import_batch', subjectId: importId, after },
        ...members.map((memberId): AuditEntry => ({ clubId, memberId, subject: 'member', subjectId: memberId })),
      ]
      for (let from = 0; from < entries.length; from += 500)
        await writeAudit(tx, { action: 'undoImport', accountId }, entries.slice(from, from + 500))
      await tx
        .updateTable('import_batch')
        .set({
          ...{ state: 'undone', undone_at: now(), failure: '', done: 1 },
          undo_left: JSON.stringify(since.map(({ memberId, why }) => ({ memberId, why }))),
        })
        .where('id', '=', importId)
        .execute()
    })
  } catch (error) {
    const isKnown = error instanceof CannotImport
    const failure = isKnown ? error.message : 'Something went wrong on our side. Nothing was undone: try again.'
    await db
      .updateTable('import_batch')
      .set({ state: 'imported', failure })
      .where('id', '=', importId)
      .where('state', '=', 'undoing')
      .execute()
    if (!isKnown) throw error
  }
}

function whyNot(since: readonly { readonly name: string; readonly code: string; readonly why: string }[]): string {
  const first = since.slice(0, 3).map(({ name, code, why }) => `${name} [${code}] ${why}`)
  const more = since.length > 3 ? ` and ${since.length - 3} more were worked with` : ''
  return `Nothing was undone: since the import ${first.join(', ')}${more}. Leave those as they are, or undo what was done first.`
}
