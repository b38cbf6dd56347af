import { IconAlertTriangle } from '@tabler/icons-react'
import type { QueuedMarks } from '../offline/mark-queue.ts'
import { markQueue } from '../offline/marks.ts'
import { Button } from '../ui/Button.tsx'
import css from './RefusedMarks.module.css'
import { markWord } from './register-view.ts'

/** Marks that the server would not have: nothing is dropped before somebody has read why. */
export function RefusedMarks({ entries }: { entries: readonly QueuedMarks[] }) {
  if (entries.length === 0) return null
  return (
    <ul className={css.list} role="alert" aria-label="Marks that were not saved">
      {entries.map(entry => (
        <li key={entry.order} className={css.entry}>
          <IconAlertTriangle size={20} aria-hidden="true" />
          <p className={css.words}>
            <strong>{what(entry)} not saved.</strong> {entry.refusal}
          </p>
          <span className={css.actions}>
            <Button onClick={() => void markQueue.retry(entry.order)}>Try again</Button>
            <Button variant="quiet" onClick={() => void markQueue.discard(entry.order)}>
              Discard
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** 'Jane Smith, present:' or 'Jane Smith and 11 others, present:' */
function what({ marks }: QueuedMarks): string {
  const [first, ...others] = marks
  if (!first) return ''
  const more = others.length === 1 ? ' and one other' : ` and ${others.length} others`
  return `${first.name}${others.length > 0 ? more : ''}, ${markWord(first.attended)}:`
}
