import { taskWhen } from '@honbu/contract/tasks.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Selection } from '../ui/grid/selection.ts'
import { Panel } from '../ui/Panel.tsx'
import css from './TaskList.module.css'
import { TaskRow } from './TaskRow.tsx'
import { type Task, whenWords } from './task.ts'
import { useTaskKeys } from './use-task-keys.ts'

interface Props {
  tasks: readonly Task[]
  isDone: boolean
  showClub: boolean
  selection: Selection
  onFinish: (task: Task) => void
  onEdit: (task: Task) => void
  onPostpone: (task: Task) => void
  onReassign: (task: Task) => void
  onAnswer: (task: Task) => void
}

/** The tasks by when they are due; those that are done, as they were done. */
export function TaskGroups(props: Props) {
  const { tasks, isDone, showClub, selection, onFinish, onEdit, onPostpone, onReassign, onAnswer } = props
  const tick = ({ taskId }: Task) => selection.set([taskId], !selection.has(taskId))
  const keys = useTaskKeys({
    tasks,
    onTick: tick,
    onOpen: onEdit,
    onComplete: onFinish,
    onPostpone: task => !isDone && onPostpone(task),
    onClear: selection.clear,
  })
  const groups = isDone
    ? [{ title: 'Done', isLate: false, tasks }]
    : taskWhen.map(when => ({
        title: whenWords[when],
        isLate: when === 'overdue',
        tasks: tasks.filter(task => task.when === when),
      }))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed on the rows, which take the focus
    <div
      ref={keys.list}
      className={css.groups}
      onKeyDown={keys.onKeyDown}
      onFocus={event => keys.onFocus(event.target)}
    >
      {groups
        .filter(group => group.tasks.length > 0)
        .map(group => (
          <Panel
            key={group.title}
            flush
            title={
              <span className={group.isLate ? css.late : undefined}>
                {group.isLate && <IconAlertTriangle size={18} aria-hidden="true" />}
                {group.title} <span className={css.number}>{group.tasks.length}</span>
              </span>
            }
          >
            <ul className={css.list}>
              {group.tasks.map(task => (
                <TaskRow
                  key={task.taskId}
                  task={task}
                  isCurrent={task.taskId === keys.currentId}
                  isTicked={selection.has(task.taskId)}
                  showClub={showClub}
                  onTick={() => tick(task)}
                  onFinish={() => onFinish(task)}
                  onEdit={() => onEdit(task)}
                  onPostpone={() => onPostpone(task)}
                  onReassign={() => onReassign(task)}
                  onAnswer={() => onAnswer(task)}
                />
              ))}
            </ul>
          </Panel>
        ))}
      <p className={css.keys}>
        <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Space</kbd> ticks, <kbd>Enter</kbd> opens, <kbd>C</kbd>{' '}
        {isDone ? 'opens again' : 'is done'}
        {!isDone && (
          <>
            , <kbd>P</kbd> postpones
          </>
        )}
      </p>
    </div>
  )
}
