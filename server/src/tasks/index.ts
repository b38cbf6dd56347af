import * as notices from '@honbu/contract/task-notices.ts'
import * as tasks from '@honbu/contract/tasks.ts'
import { serve } from '../platform/route.ts'
import { completeTask, completeTasks, postponeTasks, reassignTasks, reopenTask, reopenTasks } from './change-tasks.ts'
import { getTask, getTasks } from './get-tasks.ts'
import { getTaskNotices, saveTaskNotices } from './notices.ts'
import { saveTask } from './save-task.ts'
import { getTaskChoices } from './task-choices.ts'

const calls = { ...tasks, ...notices }

export const serveTasks = serve(calls, {
  getTasks,
  getTask,
  getTaskChoices,
  saveTask,
  completeTask,
  completeTasks,
  reopenTask,
  reopenTasks,
  postponeTasks,
  reassignTasks,
  getTaskNotices,
  saveTaskNotices,
})

export { completeTasks } from './change-tasks.ts'
export { readySql } from './grading-reason.ts'
export { makeTasks, makeTasksDaily } from './make-tasks.ts'
export { giveMentionTasks } from './mention-task.ts'
export { countMyTasks, countMyTasksDue, todayAtTop } from './mine.ts'
export { remindOfNote } from './note-task.ts'
export { closeTasks, type RaisedTask, raiseTask } from './raise-task.ts'
export { refreshTasks } from './refresh-tasks.ts'
export { tellOfTasks } from './tell.ts'
