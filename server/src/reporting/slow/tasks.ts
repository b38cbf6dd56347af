import type { Db } from '../../platform/database.ts'
import { dayIn, isWithin, type SlowOf, zoneOf } from './tables.ts'

export async function slowTasks(db: Db, scope: SlowOf) {
  const day = dayIn(await zoneOf(db, scope.clubId))
  const tasks = (await db.selectFrom('task').selectAll().execute()).filter(({ club_id }) => club_id === scope.clubId)
  const done = tasks.flatMap(({ completed_at, completed_by, due_on }) => {
    if (completed_at === null || completed_by === null || !isWithin(day(completed_at), scope)) return []
    return [{ isLate: day(completed_at) > due_on }]
  })
  const isOver = scope.until < scope.today
  const overdue = tasks.filter(({ due_on, created_at, completed_at }) => {
    if (!isOver) return due_on < scope.today && completed_at === null
    const wasDone = completed_at !== null && day(completed_at) <= scope.until
    return due_on < scope.until && day(created_at) <= scope.until && !wasDone
  })
  return {
    tasksDone: done.length,
    tasksLate: done.filter(({ isLate }) => isLate).length,
    tasksOverdue: overdue.length,
  }
}
