import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

interface Reminder {
  readonly noteId: number
  readonly subject: string
  /** YYYY-MM-DD; null: it reminds of nothing. */
  readonly reminder: string | null
  readonly completed: boolean
  /** Who saves the note: whose task it is, if it is a new one. */
  readonly accountId: number
  readonly now: Date
}

/**
 * A note with a reminder has a task, due on that day, and both are completed together. It is for who has written the note
 * until somebody else is given it. A note without a reminder has none.
 */
export async function remindOfNote(tx: Transaction<Tables>, reminder: Reminder): Promise<void> {
  const { noteId, subject, completed, accountId, now } = reminder
  if (reminder.reminder === null) {
    await tx.deleteFrom('task').where('note_id', '=', noteId).execute()
    return
  }
  const completedAt = completed ? now : null
  const completedBy = completed ? accountId : null
  await sql`
    insert into task as known (club_id, root_club_id, member_id, account_id, kind, cause, subject, due_on, note_id,
      created_by, completed_at, completed_by)
    select club_id, root_club_id, member_id, ${accountId}, 'note', 'note:' || id, ${subject}, ${reminder.reminder}::date,
      id, ${accountId}, ${completedAt}, ${completedBy}
    from member_note where id = ${noteId}
    on conflict (note_id) do update
    set subject = excluded.subject, due_on = excluded.due_on, version = known.version + 1, closed_because = '',
      completed_at = case when excluded.completed_at is null then null else coalesce(known.completed_at, excluded.completed_at) end,
      completed_by = case when excluded.completed_at is null then null
        when known.completed_at is null then excluded.completed_by else known.completed_by end
    where (known.subject, known.due_on, known.completed_at is null)
      is distinct from (excluded.subject, excluded.due_on, excluded.completed_at is null)`.execute(tx)
}
