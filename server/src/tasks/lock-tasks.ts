import type { Write } from '../platform/route.ts'

/** The tasks with their rows locked, in the order of their ids, as they stand. */
export const lockTasks = (tx: Write['tx'], taskIds: readonly number[]) =>
  tx
    .selectFrom('task')
    .innerJoin('club', 'club.id', 'task.club_id')
    .select(['task.id', 'task.version', 'task.club_id as clubId', 'club.name as clubName', 'task.kind'])
    .select(['club.time_zone as timeZone', 'task.member_id as memberId', 'task.account_id as accountId'])
    .select(['task.subject', 'task.details', 'task.due_on as dueOn', 'task.note_id as noteId'])
    .select(['task.completed_at as completedAt', 'task.closed_because as closedBecause'])
    .where('task.id', 'in', [...taskIds])
    .orderBy('task.id')
    .forUpdate('task')
    .execute()

export type LockedTask = Awaited<ReturnType<typeof lockTasks>>[number]
