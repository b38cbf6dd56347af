import { IconCalendarClock, IconCheck, IconMailForward, IconRotate2, IconUser } from '@tabler/icons-react'
import { Button } from '../ui/Button.tsx'
import { SelectionBox } from '../ui/grid/SelectionBox.tsx'
import css from './TaskList.module.css'
import type { Task } from './task.ts'
import { useMessage } from './use-message.ts'

interface Props {
  /** Tasks on this page. */
  total: number
  chosen: readonly Task[]
  isDone: boolean
  isBusy: boolean
  onAll: (isOn: boolean) => void
  onFinish: () => void
  onPostpone: () => void
  onReassign: () => void
}

/** What is done with all that are ticked. */
export function TaskBar({ total, chosen, isDone, isBusy, onAll, onFinish, onPostpone, onReassign }: Props) {
  const count = chosen.length
  const sendMessage = useMessage()(chosen)
  return (
    <div className={css.bar} role="toolbar" aria-label="Ticked tasks">
      <SelectionBox
        label="Tick all on this page"
        isOn={count === total && total > 0}
        isSome={count > 0}
        onChange={onAll}
      />
      <span className={css.count} aria-live="polite">
        {count === 0 ? 'Tick tasks to do something with many' : `${count} ticked`}
      </span>
      {count > 0 && (
        <>
          <Button variant="primary" isBusy={isBusy} onClick={onFinish}>
            {isDone ? <IconRotate2 size={18} aria-hidden="true" /> : <IconCheck size={18} aria-hidden="true" />}
            {isDone ? 'Open again' : 'Done'}
          </Button>
          {!isDone && (
            <>
              <Button onClick={onPostpone}>
                <IconCalendarClock size={18} aria-hidden="true" />
                Postpone
              </Button>
              <Button onClick={onReassign}>
                <IconUser size={18} aria-hidden="true" />
                Give to
              </Button>
              {sendMessage && (
                <Button onClick={() => void sendMessage()}>
                  <IconMailForward size={18} aria-hidden="true" />
                  Send message
                </Button>
              )}
            </>
          )}
        </>
      )}
    </div>
  )
}
