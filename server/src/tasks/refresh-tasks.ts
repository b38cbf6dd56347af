import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { orOpenAgain } from './raise-task.ts'
import { onlyThose, type Scope } from './reason.ts'
import { reasons, type SystemKind } from './reasons.ts'

/** Every kind that the system makes tasks of by looking. */
export const systemKinds = Object.keys(reasons) as SystemKind[]

/** Makes the tasks of a kind that there is a new reason for. */
export async function raiseTasks(tx: Transaction<Tables>, kind: SystemKind, scope: Scope): Promise<void> {
  await sql`
    insert into task (club_id, root_club_id, member_id, kind, cause, subject, event, due_on)
    select club.id, club.root_club_id, standing.member_id, ${kind}::text, standing.cause, standing.subject,
      left(standing.event, 200), standing.due_on
    from (${reasons[kind].standing(scope)}) standing join club on club.id = ${scope.clubId}
    where standing.is_new
    ${orOpenAgain}`.execute(tx)
}

/** Closes those whose reason is gone. */
export async function settleTasks(
  tx: Transaction<Tables>,
  kind: SystemKind,
  { now, ...scope }: Scope & { readonly now: Date },
): Promise<void> {
  const { standing, because } = reasons[kind]
  await sql`
    update task set completed_at = ${now}, completed_by = null, closed_because = ${because}, version = version + 1
    where club_id = ${scope.clubId} and kind = ${kind} and cause is not null and completed_at is null
      ${onlyThose(scope)}
      and cause not in (select cause from (${standing(scope)}) standing)`.execute(tx)
}

interface Event {
  readonly clubId: number
  readonly memberIds: readonly number[]
  readonly now: Date
  /** The kinds that it can give a new reason for. */
  readonly raise?: readonly SystemKind[]
  /** The kinds whose reason it can take away; all when left out. */
  readonly settle?: readonly SystemKind[]
}

/** In the transaction of something that happens to members of a club: the tasks about them follow. */
export async function refreshTasks(tx: Transaction<Tables>, event: Event): Promise<void> {
  const { clubId, memberIds, now, raise = [], settle = systemKinds } = event
  if (memberIds.length === 0) return
  const { rows } = await sql<{ today: string }>`
    select (${now}::timestamptz at time zone time_zone)::date as today from club where id = ${clubId}`.execute(tx)
  const scope = { clubId, memberIds, today: rows[0]?.today ?? '' }
  for (const kind of settle) await settleTasks(tx, kind, { ...scope, now })
  for (const kind of raise) await raiseTasks(tx, kind, scope)
}
