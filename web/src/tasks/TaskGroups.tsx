import { taskWhen } from '@honbu/contract/tasks.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Selection } from '../ui/grid/selection.ts'
import { Panel } from '../ui/Panel.tsx'
import { FoldRow } from './FoldRow.tsx'
import css from './TaskList.module.css'
import { TaskRow } from './TaskRow.tsx'
import { type Task, type TaskLine, whenWords } from './task.ts'
import { type ListRow, rowsOf } from './task-rows.ts'
import { useMessage } from './use-message.ts'
import { useTaskKeys } from './use-task-keys.ts'

interface Props {
  lines: readonly TaskLine[]
  isDone: boolean
  showClub: boolean
  selection: Selection
  onFinish: (tasks: readonly Task[]) => void
  onEdit: (task: Task) => void
  onPostpone: (tasks: readonly Task[]) => void
  onReassign: (tasks: readonly Task[]) => void
  onAnswer: (task: Task) => void
}

/** The tasks by when they are due; those that are done, as they were done. */
export function TaskGroups(props: Props) {
  const { lines, isDone, showClub, selection, onFinish, onEdit, onPostpone, onReassign, onAnswer } = props
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(none)
  const messageTo = useMessage()
  const isOpen = (key: string) => openKeys.has(key)
  const toggle = (key: string) =>
    setOpenKeys(keys => (keys.has(key) ? new Set([...keys].filter(each => each !== key)) : new Set([...keys, key])))
  const rows = rowsOf(lines, isOpen)
  const idsOf = ({ tasks }: ListRow) => tasks.map(({ taskId }) => taskId)
  const ticked = (row: ListRow) => idsOf(row).filter(selection.has).length
  const tick = (row: ListRow) => selection.set(idsOf(row), ticked(row) < row.tasks.length)
  const keys = useTaskKeys({
    rows,
    onTick: tick,
    onOpen: row => (row.isFold ? toggle(row.key) : onEdit(row.task)),
    onComplete: row => onFinish(row.tasks),
    onPostpone: row => !isDone && onPostpone(row.tasks),
    onClear: selection.clear,
  })
  const groups = isDone
    ? [{ title: 'Done', isLate: false, rows }]
    : taskWhen.map(when => ({
        title: whenWords[when],
        isLate: when === 'overdue',
        rows: rows.filter(({ task }) => task.when === when),
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
        .filter(group => group.rows.length > 0)
        .map(group => (
          <Panel
            key={group.title}
            flush
            title={
              <span className={group.isLate ? css.late : undefined}>
                {group.isLate && <IconAlertTriangle size={18} aria-hidden="true" />}
                {group.title}{' '}
                <span className={css.number}>{group.rows.filter(({ isInFold }) => !isInFold).length}</span>
              </span>
            }
          >
            <ul className={css.list}>
              {group.rows.map(row =>
                row.isFold ? (
                  <FoldRow
                    key={row.key}
                    row={row}
                    isOpen={isOpen(row.key)}
                    isCurrent={row.key === keys.currentKey}
                    isDone={isDone}
                    ticked={ticked(row)}
                    showClub={showClub}
                    onToggle={() => toggle(row.key)}
                    onTick={() => tick(row)}
                    onFinish={() => onFinish(row.tasks)}
                    onPostpone={() => onPostpone(row.tasks)}
                    onReassign={() => onReassign(row.tasks)}
                    onMessage={messageTo(row.tasks)}
                  />
                ) : (
                  <TaskRow
                    key={row.key}
                    task={row.task}
                    isCurrent={row.key === keys.currentKey}
                    isTicked={selection.has(row.task.taskId)}
                    isInFold={row.isInFold}
                    showClub={showClub}
                    onTick={() => tick(row)}
                    onFinish={() => onFinish(row.tasks)}
                    onEdit={() => onEdit(row.task)}
                    onPostpone={() => onPostpone(row.tasks)}
                    onReassign={() => onReassign(row.tasks)}
                    onAnswer={() => onAnswer(row.task)}
                  />
                ),
              )}
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

const none: ReadonlySet<string> = new Set()
