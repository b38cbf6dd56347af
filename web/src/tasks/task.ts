import type { Output } from '@honbu/contract/endpoint.ts'
import type { getTask, getTaskChoices, getTasks, TaskWhen } from '@honbu/contract/tasks.ts'

export type Task = Output<typeof getTask>
export type TaskLine = Output<typeof getTasks>['data'][number]
export type TaskChoices = Output<typeof getTaskChoices>

export const whenWords: Readonly<Record<TaskWhen, string>> = {
  overdue: 'Overdue',
  today: 'Today',
  soon: 'Within a week',
  later: 'Later',
}
