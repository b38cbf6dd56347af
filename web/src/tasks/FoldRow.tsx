import { IconCheck, IconChevronRight, IconRotate2 } from '@tabler/icons-react'
import clsx from 'clsx'
import { Badge } from '../ui/Badge.tsx'
import { shortDay } from '../ui/dates.ts'
import { SelectionBox } from '../ui/grid/SelectionBox.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import css from './TaskList.module.css'
import type { ListRow } from './task-rows.ts'

interface Props {
  row: ListRow
  isOpen: boolean
  isCurrent: boolean
  isDone: boolean
  /** How many of its tasks are ticked. */
  ticked: number
  showClub: boolean
  onToggle: () => void
  onTick: () => void
  onFinish: () => void
  onPostpone: () => void
  onReassign: () => void
  onMessage: (() => void) | null
}

/** Several tasks from one cause: opens to its people, and does something with all of them. */
export function FoldRow(props: Props) {
  const { row, isOpen, isCurrent, isDone, ticked, showClub, onToggle, onTick, onFinish } = props
  const { onPostpone, onReassign, onMessage } = props
  const { task, tasks, subject } = row
  const message = onMessage ? [{ text: 'Send message', onSelect: onMessage }] : []
  const items = isDone
    ? [{ text: 'Open all again', onSelect: onFinish }, ...message]
    : [{ text: 'Postpone all', onSelect: onPostpone }, { text: 'Give all to', onSelect: onReassign }, ...message]
  return (
    <li
      className={css.row}
      tabIndex={isCurrent ? 0 : -1}
      data-task={row.key}
      aria-label={`${subject}, ${tasks.length} tasks, due ${shortDay(task.dueOn)}${ticked === tasks.length ? ', ticked' : ''}`}
    >
      <SelectionBox
        label={`Tick all: ${subject}`}
        isOn={ticked === tasks.length}
        isSome={ticked > 0}
        onChange={onTick}
      />
      <span className={css.amount} aria-hidden="true">
        {tasks.length}
      </span>
      <div className={css.what}>
        <button type="button" className={css.subject} aria-expanded={isOpen} onClick={onToggle}>
          {subject} <IconChevronRight size={18} aria-hidden="true" className={clsx(css.chevron, isOpen && css.open)} />
        </button>
        {isDone && <span className={css.details}>{reasonsOf(row)}</span>}
      </div>
      <div className={css.facts}>
        <Badge>{task.kindName}</Badge>
        {showClub && <span>{task.clubName}</span>}
        {!isDone && <span>{task.assigneeName ?? 'Anybody'}</span>}
      </div>
      <span className={css.due}>{!isDone && shortDay(task.dueOn)}</span>
      <span className={css.actions}>
        <IconButton
          label={isDone ? `Open all again: ${subject}` : `All done: ${subject}`}
          icon={isDone ? <IconRotate2 size={20} aria-hidden="true" /> : <IconCheck size={20} aria-hidden="true" />}
          onClick={onFinish}
        />
        <Menu label={`More for ${subject}`} items={items} />
      </span>
    </li>
  )
}

/** "15 done by Ann Lee. 3: Was not there after all." */
function reasonsOf({ tasks }: ListRow): string {
  const reasons = Map.groupBy(tasks, ({ completedBy, closedBecause }) =>
    completedBy ? ` done by ${completedBy}.` : closedBecause ? `: ${closedBecause}.` : ' done.',
  )
  return [...reasons].map(([reason, those]) => `${those.length}${reason}`).join(' ')
}
