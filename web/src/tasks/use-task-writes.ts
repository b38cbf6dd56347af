import { getDetails } from '@honbu/contract/member-view.ts'
import { getPinnedNotes } from '@honbu/contract/members.ts'
import { getSidebarConfig } from '@honbu/contract/my-clubs.ts'
import { getNotes } from '@honbu/contract/notes.ts'
import { completeTasks, getTask, getTasks, postponeTasks, reassignTasks, reopenTasks } from '@honbu/contract/tasks.ts'
import { isRefusal, type Refusal, useWrite } from '../app/api.ts'
import { showToast } from '../ui/toasts.ts'

/** What shows tasks, or the notes that they remind of. */
export const shownTasks = [getTasks, getTask, getSidebarConfig, getNotes, getPinnedNotes, getDetails]

const tell = ({ message }: Refusal) => void showToast({ message, tone: 'bad' })
const tasksText = (count: number) => (count === 1 ? '1 task' : `${count} tasks`)

/** What is done with one task or with many, said with a way back. */
export function useTaskWrites() {
  const options = { invalidates: shownTasks, onRefused: tell }
  const complete = useWrite(completeTasks, options)
  const reopen = useWrite(reopenTasks, options)
  const postpone = useWrite(postponeTasks, { invalidates: shownTasks })
  const reassign = useWrite(reassignTasks, { invalidates: shownTasks })
  return {
    isBusy: complete.isPending || reopen.isPending,
    async complete(taskIds: readonly number[]) {
      const result = await complete.mutateAsync({ taskIds: [...taskIds] })
      if (isRefusal(result)) return false
      if (result.taskIds.length > 0)
        showToast({
          message: `${tasksText(result.taskIds.length)} done.`,
          action: { text: 'Undo', run: () => void reopen.mutate({ taskIds: result.taskIds }) },
        })
      return true
    },
    async reopen(taskIds: readonly number[]) {
      return !isRefusal(await reopen.mutateAsync({ taskIds: [...taskIds] }))
    },
    postpone: (taskIds: readonly number[], dueOn: string) => postpone.mutateAsync({ taskIds: [...taskIds], dueOn }),
    reassign: (taskIds: readonly number[], accountId: number | null) =>
      reassign.mutateAsync({ taskIds: [...taskIds], accountId }),
  }
}
