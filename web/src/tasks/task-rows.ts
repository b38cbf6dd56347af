import type { Task, TaskLine } from './task.ts'

/** What a row of the list shows: a task, or several that are one line. */
export interface ListRow {
  /** Stays the same while tasks of a line are done one by one. */
  readonly key: string
  /** The first of them. */
  readonly task: Task
  readonly tasks: readonly Task[]
  readonly subject: string
  readonly isFold: boolean
  /** Whether it is one of a line that is open. */
  readonly isInFold: boolean
}

const single = (task: Task, isInFold = false): ListRow => ({
  ...{ key: String(task.taskId), task, tasks: [task], subject: task.subject },
  ...{ isFold: false, isInFold },
})

/** The rows as they are drawn: below a line that is open, a row for each of its tasks. */
export function rowsOf(lines: readonly TaskLine[], isOpen: (key: string) => boolean): ListRow[] {
  return lines.flatMap(({ fold, ...task }) => {
    if (!fold) return [single(task)]
    const { clubId, kind, accountId, dueOn } = task
    const key = `fold ${clubId} ${kind} ${accountId ?? ''} ${dueOn} ${fold.event}`
    const line = { key, task, tasks: fold.tasks, subject: fold.subject, isFold: true, isInFold: false }
    return [line, ...(isOpen(key) ? fold.tasks.map(each => single(each, true)) : [])]
  })
}

/** Every task of some lines. */
export const tasksOf = (lines: readonly TaskLine[]): Task[] =>
  lines.flatMap(({ fold, ...task }) => fold?.tasks ?? [task])
