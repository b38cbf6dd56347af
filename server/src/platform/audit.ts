import type { AuditSubject } from '@honbu/contract/audit-subjects.ts'
import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** One thing that changed. `before` and `after` hold what a reader of the activity screens should see. */
export interface AuditEntry {
  readonly clubId: number | null
  readonly memberId?: number | null
  /** The table, and the row in it, that changed. */
  readonly subject: AuditSubject
  readonly subjectId?: number | null
  readonly before?: Readonly<Record<string, unknown>> | null
  readonly after?: Readonly<Record<string, unknown>> | null
}

export type RecordAudit = (entry: AuditEntry) => void

/** Who changed it, and by which call; no account: the system itself. */
export interface AuditAuthor {
  readonly action: string
  readonly accountId: number | null
}

/** Writes the entries of one write in its transaction. Throws when there are none: no write goes unrecorded. */
export async function writeAudit(tx: Transaction<Tables>, author: AuditAuthor, entries: readonly AuditEntry[]) {
  if (entries.length === 0) throw new Error(`${author.action} has left no audit row`)
  const rows = entries.map(entry => ({
    action: author.action,
    account_id: author.accountId,
    club_id: entry.clubId,
    member_id: entry.memberId ?? null,
    subject: entry.subject,
    subject_id: entry.subjectId ?? null,
    before: entry.before ? JSON.stringify(entry.before) : null,
    after: entry.after ? JSON.stringify(entry.after) : null,
  }))
  await tx.insertInto('audit').values(rows).execute()
}
