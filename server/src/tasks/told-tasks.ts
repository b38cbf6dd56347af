import { todayIn } from '@honbu/contract/calendar.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { User } from '../platform/access.ts'
import { isReadableNote, noteReader } from '../platform/readable-notes.ts'
import type { Tables } from '../platform/tables.ts'
import { whenDue } from './get-tasks.ts'
import type { ToldTask } from './task-words.ts'

interface Asked {
  /** Who is to be told: not of a note that they may no longer read. */
  readonly user: User
  /** A condition on `task`. */
  readonly which: RawBuilder<SqlBool>
}

/** Reads open tasks for a message, the earliest due first. */
export async function toldTasks(db: Kysely<Tables>, { user, which }: Asked, now: Date): Promise<ToldTask[]> {
  const { rows } = await sql<Omit<ToldTask, 'when'> & { timeZone: string }>`
    select task.id as "taskId", task.club_id as "clubId", club.name as "clubName", task.kind, task.subject, task.event,
      task.account_id as "accountId", task.due_on as "dueOn", club.time_zone as "timeZone",
      nullif(trim(person.first_name || ' ' || person.last_name), '') as "memberName",
      nullif(person.first_name, '') as "firstName", member_note.category_id as "noteCategoryId"
    from task join club on club.id = task.club_id
    left join member on member.id = task.member_id
    left join person on person.id = member.person_id
    left join note_mention on note_mention.id = task.mention_id
    left join member_note on member_note.id = coalesce(task.note_id, note_mention.note_id)
    where task.completed_at is null and ${which}
      and (task.mention_id is null or ${isReadableNote(noteReader(user))})
    order by task.due_on, person.last_name, person.first_name, task.id`.execute(db)
  return rows.map(({ timeZone, ...task }) => ({ ...task, when: whenDue(task.dueOn, todayIn(timeZone, now)) }))
}
