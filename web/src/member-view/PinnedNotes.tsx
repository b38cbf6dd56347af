import { IconPin } from '@tabler/icons-react'
import css from './PinnedNotes.module.css'
import type { MemberDetails } from './panel-props.ts'

/** What everybody who opens this member should read first. */
export function PinnedNotes({ details: { pinnedNotes } }: { details: MemberDetails }) {
  if (pinnedNotes.length === 0) return null
  return (
    <section className={css.notes} aria-label="Pinned notes">
      {pinnedNotes.map(({ id, category, subject, note }) => (
        <p key={id} className={css.note}>
          <IconPin size={16} aria-hidden="true" />
          <span>
            <span className={css.category}>{category}</span> <strong>{subject}</strong>
            {note && ` – ${note}`}
          </span>
        </p>
      ))}
    </section>
  )
}
