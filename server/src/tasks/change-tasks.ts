import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/tasks.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { type LockedTask, lockTasks } from './lock-tasks.ts'
import { requireWorksIn } from './may-have.ts'
import { tellOfGiven } from './news.ts'

export const completeTask = (write: Write, { id }: Input<typeof call.completeTask>) =>
  completeTasks(write, { taskIds: [id] })

export async function completeTasks(write: Write, { taskIds }: Input<typeof call.completeTasks>) {
  const { tx, user, now } = write
  const open = (await lockTasks(tx, taskIds)).filter(({ completedAt }) => completedAt === null)
  await update(write, open, { completed_at: now, completed_by: user.accountId })
  await completeNotes(tx, open, true)
  return changed(write, taskIds, open, () => [{ isDone: false }, { isDone: true }])
}

export const reopenTask = (write: Write, { id }: Input<typeof call.reopenTask>) => reopenTasks(write, { taskIds: [id] })

export async function reopenTasks(write: Write, { taskIds }: Input<typeof call.reopenTasks>) {
  const { tx } = write
  const done = (await lockTasks(tx, taskIds)).filter(({ completedAt }) => completedAt !== null)
  await update(write, done, { completed_at: null, completed_by: null, closed_because: '' })
  await completeNotes(tx, done, false)
  return changed(write, taskIds, done, ({ closedBecause }) => [{ isDone: true, closedBecause }, { isDone: false }])
}

export async function postponeTasks(write: Write, { taskIds, dueOn }: Input<typeof call.postponeTasks>) {
  const { tx, now } = write
  const tasks = await lockTasks(tx, taskIds)
  requireOpen(tasks)
  if (tasks.some(({ timeZone }) => dueOn < todayIn(timeZone, now))) refuse(400, 'dueOn', 'That day is over.')
  const other = tasks.filter(task => task.dueOn !== dueOn)
  await update(write, other, { due_on: dueOn })
  const notes = notesOf(other)
  if (notes.length > 0)
    await tx
      .updateTable('member_note')
      .set(({ eb }) => ({ reminder: dueOn, version: eb('version', '+', 1) }))
      .where('id', 'in', notes)
      .execute()
  return changed(write, taskIds, other, task => [{ dueOn: task.dueOn }, { dueOn }])
}

export async function reassignTasks(write: Write, { taskIds, accountId }: Input<typeof call.reassignTasks>) {
  const tasks = await lockTasks(write.tx, taskIds)
  requireOpen(tasks)
  await requireWorksIn(write, accountId, [...new Set(tasks.map(({ clubId }) => clubId))])
  const other = tasks.filter(task => task.accountId !== accountId)
  await update(write, other, { account_id: accountId })
  await tellOfGiven(write, { taskIds: idsOf(other), accountId })
  return changed(write, taskIds, other, task => [{ accountId: task.accountId }, { accountId }])
}

interface Change {
  completed_at?: Date | null
  completed_by?: number | null
  closed_because?: string
  due_on?: string
  account_id?: number | null
}

async function update({ tx }: Write, tasks: readonly LockedTask[], change: Change) {
  if (tasks.length === 0) return
  await tx
    .updateTable('task')
    .set(({ eb }) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', 'in', idsOf(tasks))
    .execute()
}

const idsOf = (tasks: readonly LockedTask[]) => tasks.map(({ id }) => id)
const notesOf = (tasks: readonly LockedTask[]) => tasks.flatMap(({ noteId }) => noteId ?? [])

/** A note is completed with its reminder, and opened again with it. */
async function completeNotes(tx: Write['tx'], tasks: readonly LockedTask[], completed: boolean) {
  const notes = notesOf(tasks)
  if (notes.length === 0) return
  await tx
    .updateTable('member_note')
    .set(({ eb }) => ({ completed, version: eb('version', '+', 1) }))
    .where('id', 'in', notes)
    .where('completed', '<>', completed)
    .execute()
}

type Fields = Readonly<Record<string, unknown>>

function changed(
  { audit }: Write,
  taskIds: readonly number[],
  tasks: readonly LockedTask[],
  difference: (task: LockedTask) => readonly [before: Fields, after: Fields],
) {
  for (const task of tasks) {
    const [before, after] = difference(task)
    const { id, clubId, memberId, subject } = task
    audit({ clubId, memberId, subject: 'task', subjectId: id, before: { subject, ...before }, after })
  }
  // Pressed twice, or a colleague was quicker: worth knowing, and nothing to refuse.
  if (tasks.length === 0)
    audit({ clubId: null, subject: 'task', subjectId: taskIds[0] ?? null, after: { unchanged: taskIds } })
  return { taskIds: idsOf(tasks) }
}

function requireOpen(tasks: readonly LockedTask[]) {
  const done = tasks.find(({ completedAt }) => completedAt !== null)
  if (done) refuse(409, 'taskIds', `“${done.subject}” has been done already.`)
}

function refuse(status: number, field: string, message: string): never {
  throw new Refused(status, message, { [field]: [message] })
}
