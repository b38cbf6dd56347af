import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import css from './Flow.module.css'

export type Move = 'up' | 'down' | 'remove'

interface Props {
  /** From 1. */
  number: number
  title: string
  isFirst: boolean
  isLast: boolean
  /** The id of the button for each move, so that the focus can stay on it. */
  idOf: (move: Move) => string
  onMove: (move: Move) => void
  children: ReactNode
}

/** A step with the buttons that move it and take it out. */
export function StepCard({ number, title, isFirst, isLast, idOf, onMove, children }: Props) {
  const named = `step ${number}, ${title}`
  return (
    <fieldset className={css.card} aria-label={`Step ${number}: ${title}`}>
      <div className={css.head}>
        <h2 className={css.title}>
          <span className={css.number}>{number}.</span> {title}
        </h2>
        <div className={css.buttons}>
          <IconButton
            id={idOf('up')}
            label={`Move up ${named}`}
            icon={<IconArrowUp size={18} aria-hidden="true" />}
            disabled={isFirst}
            onClick={() => onMove('up')}
          />
          <IconButton
            id={idOf('down')}
            label={`Move down ${named}`}
            icon={<IconArrowDown size={18} aria-hidden="true" />}
            disabled={isLast}
            onClick={() => onMove('down')}
          />
          <IconButton
            id={idOf('remove')}
            label={`Take out ${named}`}
            icon={<IconTrash size={18} aria-hidden="true" />}
            onClick={() => onMove('remove')}
          />
        </div>
      </div>
      <div className={css.fields}>{children}</div>
    </fieldset>
  )
}
