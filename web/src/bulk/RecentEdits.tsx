import { getBulkEdits } from '@honbu/contract/bulk.ts'
import { useRead } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { clockTime } from '../ui/moments.ts'
import css from './Bulk.module.css'
import { BulkProgress } from './BulkProgress.tsx'
import { bulkTitles } from './bulk-titles.ts'

interface Props {
  clubs: readonly { id: number; name: string }[]
  onClose: () => void
}

/** Changes of the last 24 hours, which can be undone. */
export function RecentEdits({ clubs, onClose }: Props) {
  return (
    <Dialog title="Recent changes" isOpen isWide onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {clubs.map(club => (
        <OfClub key={club.id} club={club} hasName={clubs.length > 1} />
      ))}
    </Dialog>
  )
}

function OfClub({ club, hasName }: { club: { id: number; name: string }; hasName: boolean }) {
  const { data, error } = useRead(getBulkEdits, { clubId: club.id })
  if (error) return <p role="alert">{error.message}</p>
  if (!data || (data.length === 0 && hasName)) return null
  return (
    <section aria-label={club.name}>
      {hasName && <h3>{club.name}</h3>}
      {data.length === 0 && <p>Changes of the last 24 hours appear here.</p>}
      {data.map(edit => (
        <section key={edit.bulkEditId} className={css.recent} aria-label={bulkTitles[edit.kind]}>
          <strong>
            {bulkTitles[edit.kind]}, {clockTime(edit.createdAt)}, {edit.by}
          </strong>
          <BulkProgress begun={edit} />
        </section>
      ))}
    </section>
  )
}
