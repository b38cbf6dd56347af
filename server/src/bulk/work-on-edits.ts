import { sql, type Transaction } from 'kysely'
import { mayTouch } from '../platform/access.ts'
import { type AuditEntry, writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import { Refused } from '../platform/refused.ts'
import { userOf } from '../platform/rights.ts'
import type { Files } from '../platform/storage.ts'
import type { Tables } from '../platform/tables.ts'
import type { Providers } from '../providers/index.ts'
import { carryOut } from './apply.ts'
import { bulkJob } from './jobs.ts'
import type { BulkWrite } from './kind.ts'
import { editOf, type StoredEdit } from './stored-edit.ts'
import { takeBack } from './undo.ts'

export interface BulkParts {
  readonly db: Db
  readonly files: Files
  readonly now: () => Date
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly mail: Pick<Mail, 'post'>
  readonly providers: Providers
}

interface BulkJob {
  readonly bulkEditId: number
}

/** What was changed stays known for so long. */
const keptDays = 30

export async function workOnBulkEdits(jobs: Jobs, parts: BulkParts): Promise<void> {
  await jobs.work<BulkJob>(bulkJob.apply, ({ bulkEditId }) => applyEdit(parts, bulkEditId))
  await jobs.work<BulkJob>(bulkJob.undo, ({ bulkEditId }) => undoEdit(parts, bulkEditId))
  await jobs.schedule('forget-bulk-edits', '35 3 * * *', () => forgetEdits(parts.db, parts.now()))
}

export const applyEdit = (parts: BulkParts, id: number) =>
  inOne(parts, id, {
    ...{ action: 'applyBulkEdit', state: 'waiting', failed: 'failed' },
    work: (context, edit) => carryOut(context, edit, progressOf(parts.db, id)),
  })

export const undoEdit = (parts: BulkParts, id: number) =>
  inOne(parts, id, { ...{ action: 'undoBulkEdit', state: 'undoing', failed: 'done' }, work: takeBack })

interface Step {
  readonly action: string
  /** The state in which there is something to do, and the one after a failure. */
  readonly state: StoredEdit['state']
  readonly failed: string
  readonly work: (context: BulkWrite, edit: StoredEdit) => Promise<void>
}

/** Does it in one transaction. A process that dies leaves nothing, and the job comes again. */
async function inOne(parts: BulkParts, id: number, { action, state, failed, work }: Step): Promise<void> {
  const { db, files, now, jobs, mail, providers } = parts
  try {
    await db.transaction().execute(async tx => {
      if (!(await isAlone(tx, id))) return
      const edit = await editOf(tx, id)
      if (edit.state !== state) return
      const user = await userOf(db, edit.accountId, now())
      if (!user || !mayTouch(user, edit.clubId))
        throw new Refused(403, 'The person who asked for this has left the club.')
      const entries: AuditEntry[] = []
      const context: BulkWrite = {
        ...{ tx, user, files, providers, now: now() },
        audit: entry => void entries.push(entry),
        mail: message => mail.post(tx, message),
        enqueue: (name, data) => jobs.enqueue(tx, name, data),
      }
      await work(context, edit)
      for (let from = 0; from < entries.length; from += 500)
        await writeAudit(tx, { action, accountId: edit.accountId }, entries.slice(from, from + 500))
    })
  } catch (error) {
    const isKnown = error instanceof Refused
    const failure = isKnown ? error.message : 'Something went wrong on our side. Nothing was changed: try again.'
    await db
      .updateTable('bulk_edit')
      .set({ state: failed, failure })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute()
    if (!isKnown) throw error
  }
}

/** One process at a time works on it; false for any other. It lasts as long as the transaction. */
async function isAlone(tx: Transaction<Tables>, id: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('honbu bulk edit', ${id})) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

/** Uses another connection, at most five times a second: others can’t read what a transaction hasn’t committed. */
function progressOf(db: Db, id: number) {
  let done = 0
  let last = performance.now()
  return async () => {
    done += 1
    if (performance.now() - last < 200) return
    last = performance.now()
    await db.updateTable('bulk_edit').set({ done }).where('id', '=', id).execute()
  }
}

export async function forgetEdits(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  await db.deleteFrom('bulk_edit').where('created_at', '<', before).execute()
}
