import { IconX } from '@tabler/icons-react'
import { lazy, Suspense, useId } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './AddVisitor.module.css'

const MemberSearch = lazy(() =>
  import('../members/MemberSearch.tsx').then(({ MemberSearch }) => ({ default: MemberSearch })),
)

interface Props {
  classId: number
  classDate: string
  onAdd: (member: { id: number; firstName: string; lastName: string }) => void
  onClose: () => void
}

/** Someone who is not expected but came: found by name, marked present, and from then on in the list. */
export function AddVisitor({ classId, classDate, onAdd, onClose }: Props) {
  const headingId = useId()
  return (
    <section
      className={css.panel}
      aria-labelledby={headingId}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <div className={css.words}>
        <h2 className={css.title} id={headingId}>
          Add a visiting member
        </h2>
        <p className={css.text}>Choosing someone marks them present.</p>
      </div>
      <div className={css.search}>
        <Suspense fallback={<Skeleton height="44px" />}>
          <MemberSearch autoFocus classId={classId} classDate={classDate} onSelect={onAdd} />
        </Suspense>
      </div>
      <IconButton label="Close" icon={<IconX size={20} />} onClick={onClose} />
    </section>
  )
}
