import type { Output } from '@honbu/contract/endpoint.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import { getPinnedNotes } from '@honbu/contract/members.ts'
import { useRead } from '../app/api.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './PinnedNotes.module.css'

interface Props {
  memberId: number
  /** The number of notes to come. */
  count: number
  isShown: (note: Output<typeof getPinnedNotes>[number]) => boolean
}

/** Notes pinned to a member, read on the register. */
export function PinnedNotes({ memberId, count, isShown }: Props) {
  const { data, error } = useRead(getPinnedNotes, { id: memberId })
  const notes = data?.filter(isShown)
  if (error && !notes) return <p className={css.none}>The pinned notes cannot be read now: {error.message}</p>
  return (
    <ul className={css.notes} aria-label="Pinned notes" aria-busy={!notes}>
      {notes
        ? notes.map(note => (
            <li key={note.id} className={css.note}>
              <p className={css.subject}>{note.subject}</p>
              {note.note && <p className={css.text}>{note.note}</p>}
              <p className={css.by}>
                {[note.category, note.writtenBy, mediumDate(note.dateAdded.slice(0, 10)), note.clubName]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))
        : Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <li key={index}>
              <Skeleton height="56px" />
            </li>
          ))}
    </ul>
  )
}
