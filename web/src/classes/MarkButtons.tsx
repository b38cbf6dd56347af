import { IconCheck, IconX } from '@tabler/icons-react'
import type { Mark } from '../offline/mark-queue.ts'
import css from './MarkButtons.module.css'

interface Props {
  name: string
  mark: Mark
  /** Outside of the row that has the focus, Tab passes the buttons by. */
  isReachable: boolean
  /** The register isn't open yet. */
  isDisabled: boolean
  onMark: (mark: Mark) => void
}

/** Two big targets; pressing the one that is on takes the mark back. */
export function MarkButtons({ name, mark, isReachable, isDisabled, onMark }: Props) {
  const tabIndex = isReachable ? 0 : -1
  return (
    <span className={css.marks}>
      <button
        type="button"
        className={css.absent}
        disabled={isDisabled}
        tabIndex={tabIndex}
        aria-pressed={mark === false}
        aria-label={`Absent: ${name}`}
        onClick={() => onMark(mark === false ? null : false)}
      >
        <IconX size={24} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={css.present}
        disabled={isDisabled}
        tabIndex={tabIndex}
        aria-pressed={mark === true}
        aria-label={`Present: ${name}`}
        onClick={() => onMark(mark === true ? null : true)}
      >
        <IconCheck size={26} stroke={2.4} aria-hidden="true" />
      </button>
    </span>
  )
}
