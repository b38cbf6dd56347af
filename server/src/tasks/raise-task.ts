import type { TaskKind } from '@honbu/contract/tasks.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { noteNews } from './news.ts'

export interface RaisedTask {
  readonly clubId: number
  /** Null: it is about no member in particular. */
  readonly memberId: number | null
  readonly kind: TaskKind
  /**
   * What the task is for, so that it is raised once and never again, also when it has been done: made from ids that no
   * other club has, such as `licence:${licenceId}:${expiresOn}`. Up to 200 characters.
   */
  readonly cause: string
  readonly subject: string
  /** Names what causes it for several people at once, up to 200 characters: their tasks are one line of a list. */
  readonly event?: string
  /** More to read of it, up to 4,000 characters. */
  readonly details?: string
  /** YYYY-MM-DD */
  readonly dueOn: string
  /** Who should do it; left out or null: anybody of the club. */
  readonly accountId?: number | null
}

/**
 * Makes a task for the people of a club, in the transaction of what causes it. A cause that has had its task gets no
 * other; one whose task had closed itself, because the reason was gone, gets that one back.
 * @returns the task's id; null when it is there already, or a person has done it
 */
export async function raiseTask(tx: Transaction<Tables>, task: RaisedTask): Promise<number | null> {
  const { clubId, memberId, kind, cause, subject, event = null, details = '', dueOn, accountId = null } = task
  const { rows } = await sql<{ id: number }>`
    insert into task (club_id, root_club_id, member_id, account_id, kind, cause, subject, event, details, due_on)
    select id, root_club_id, ${memberId}::bigint, ${accountId}::bigint, ${kind}::text, ${cause}::text, ${subject}::text,
      ${event}::text, ${details}::text, ${dueOn}::date
    from club where id = ${clubId}
    ${orOpenAgain}
    returning id`.execute(tx)
  const [made] = rows
  if (made) await noteNews(tx, made.id, accountId)
  return made?.id ?? null
}

/** What has closed itself opens again when its reason is back; nobody has done anything about it yet. */
export const orOpenAgain = sql`
  on conflict (kind, cause) do update
  set completed_at = null, closed_because = '', due_on = excluded.due_on, event = excluded.event, version = task.version + 1
  where task.completed_at is not null and task.completed_by is null and task.closed_because <> ''
    and task.club_id = excluded.club_id`

interface Closing {
  readonly kind: TaskKind
  readonly causes: readonly string[]
  /** Why there is nothing left to do, as a person reads it: "Was renewed". Up to 200 characters. */
  readonly because: string
  readonly now: Date
}

/** Closes what nobody has to do any more, because its reason is gone. What has been done already stays as it is. */
export async function closeTasks(tx: Transaction<Tables>, { kind, causes, because, now }: Closing): Promise<void> {
  if (causes.length === 0) return
  await sql`
    update task set completed_at = ${now}, completed_by = null, closed_because = ${because}, version = version + 1
    where kind = ${kind} and cause = any(${[...causes]}) and completed_at is null`.execute(tx)
}
