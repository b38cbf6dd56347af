import { reasonAsked } from '@honbu/contract/gradings.ts'
import { useEffect, useRef } from 'react'
import { type Candidate, fullName } from './candidates.ts'
import css from './EntryWords.module.css'
import type { Entry } from './entries.ts'

interface Props {
  row: Candidate
  entry: Entry
  focusNote: boolean
  onEntry: (entry: Entry) => void
}

/** What is written to a result: the reason, where it needs one, and a note. */
export function EntryWords({ row, entry, focusNote, onEntry }: Props) {
  const note = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusNote) note.current?.focus()
  }, [focusNote])
  const asked = reasonAsked(row, entry)
  const name = fullName(row)
  return (
    <div className={css.words}>
      {(asked !== null || entry.reason !== '') && (
        <input
          className={css.input}
          aria-label={`Reason for ${name}`}
          aria-invalid={asked !== null && entry.reason.trim() === '' ? true : undefined}
          placeholder={asked ? placeholders[asked] : 'Reason'}
          maxLength={500}
          value={entry.reason}
          onChange={event => onEntry({ ...entry, reason: event.target.value })}
        />
      )}
      <input
        ref={note}
        className={css.input}
        aria-label={`Note on ${name}`}
        placeholder="Note"
        maxLength={500}
        value={entry.note}
        onChange={event => onEntry({ ...entry, note: event.target.value })}
      />
    </div>
  )
}

const placeholders = {
  notReady: 'Reason: is not ready',
  skips: 'Reason: skips a grade',
  offLadder: 'Reason: is not the next grade',
}
