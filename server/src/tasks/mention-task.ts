import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { tellOfEach } from './news.ts'

interface Mentioned {
  readonly noteId: number
  readonly subject: string
  /** YYYY-MM-DD, for new ones. */
  readonly dueOn: string
}

/**
 * Each mention of a note has one task, for the person it names, who is told of it as of any other. Later saves change its
 * words alone.
 */
export async function giveMentionTasks(
  write: Pick<Write, 'tx' | 'user' | 'enqueue'>,
  { noteId, subject, dueOn }: Mentioned,
): Promise<void> {
  const { tx, user } = write
  await sql`
    update task set subject = ${subject}, version = version + 1
    where subject <> ${subject} and mention_id in (select id from note_mention where note_id = ${noteId})`.execute(tx)
  const { rows } = await sql<{ id: number; accountId: number }>`
    insert into task (club_id, root_club_id, member_id, account_id, kind, cause, subject, due_on, mention_id, created_by)
    select note.club_id, note.root_club_id, note.member_id, mention.account_id, 'mention', 'mention:' || mention.id,
      ${subject}::text, ${dueOn}::date, mention.id, ${user.accountId}::bigint
    from note_mention mention join member_note note on note.id = mention.note_id
    where note.id = ${noteId} and not exists (select from task where task.mention_id = mention.id)
    returning id, account_id as "accountId"`.execute(tx)
  await tellOfEach(write, rows)
}
