import { counted } from '@honbu/contract/format.ts'
import { undoTimetable } from '@honbu/contract/timetable-text.ts'
import { isRefusal, useWrite } from '../app/api.ts'
import { showToast } from '../ui/toasts.ts'

/** Deletes the classes that were created at once, or says why not. */
export function useUndoWeek() {
  const write = useWrite(undoTimetable)
  return async (batchId: number) => {
    const result = await write.mutateAsync({ id: batchId })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else showToast({ message: `${counted(result.classes, 'class', 'classes')} deleted` })
  }
}
