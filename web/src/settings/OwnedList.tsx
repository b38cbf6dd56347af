import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import css from './OwnedList.module.css'

export interface OwnedEntry {
  readonly id: number
  readonly name: string
  /** What else is to say: ages, how many use it. */
  readonly facts: readonly string[]
  readonly clubName: string
  readonly isInherited: boolean
}

interface Props {
  /** Read out: 'Member categories'. */
  label: string
  entries: readonly OwnedEntry[]
  canEdit: boolean
  isBusy: boolean
  onMove: (id: number, positions: 1 | -1) => void
  /** The buttons of an own entry. */
  actions: (entry: OwnedEntry) => ReactNode
}

/** A list of a club: what it inherits first, marked so, then its own, which can be ordered. */
export function OwnedList({ label, entries, canEdit, isBusy, onMove, actions }: Props) {
  const own = entries.filter(({ isInherited }) => !isInherited)
  return (
    <ul className={css.list} aria-label={label}>
      {entries.map(entry => (
        <li key={entry.id} className={css.row}>
          <span className={css.name}>{entry.name}</span>
          <span className={css.facts}>{entry.facts.filter(Boolean).join(', ')}</span>
          {entry.isInherited ? (
            <Badge title="It is changed there.">From {entry.clubName}</Badge>
          ) : (
            canEdit && (
              <span className={css.actions}>
                <IconButton
                  label={`Move ${entry.name} up`}
                  icon={<IconArrowUp size={18} aria-hidden="true" />}
                  disabled={isBusy || own[0]?.id === entry.id}
                  onClick={() => onMove(entry.id, -1)}
                />
                <IconButton
                  label={`Move ${entry.name} down`}
                  icon={<IconArrowDown size={18} aria-hidden="true" />}
                  disabled={isBusy || own.at(-1)?.id === entry.id}
                  onClick={() => onMove(entry.id, 1)}
                />
                {actions(entry)}
              </span>
            )
          )}
        </li>
      ))}
    </ul>
  )
}
