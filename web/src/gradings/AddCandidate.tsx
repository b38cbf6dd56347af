import { getGradingCandidates, setGradingCandidate } from '@honbu/contract/gradings.ts'
import { IconX } from '@tabler/icons-react'
import { lazy, Suspense, useId } from 'react'
import { useWrite } from '../app/api.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './AddCandidate.module.css'

const MemberSearch = lazy(() =>
  import('../members/MemberSearch.tsx').then(({ MemberSearch }) => ({ default: MemberSearch })),
)

interface Props {
  classId: number
  classDate: string
  onClose: () => void
}

/** Someone who is not on the list: found by name, marked as a candidate and entered for this grading. */
export function AddCandidate({ classId, classDate, onClose }: Props) {
  const headingId = useId()
  const add = useWrite(setGradingCandidate, {
    invalidates: [getGradingCandidates],
    onRefused: ({ message }) => showToast({ tone: 'bad', message }),
  })
  return (
    <section
      className={css.panel}
      aria-labelledby={headingId}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <div>
        <h2 className={css.title} id={headingId}>
          Add a member
        </h2>
        <p className={css.text}>Marks them as a candidate and enters them for this grading.</p>
      </div>
      <div className={css.search}>
        <Suspense fallback={<Skeleton height="44px" />}>
          <MemberSearch
            autoFocus
            classId={classId}
            classDate={classDate}
            onSelect={async member => {
              const added = await add.mutateAsync({ id: member.id, isCandidate: true, classId, classDate })
              if (added.isSuccess) showToast({ message: `${member.firstName} ${member.lastName} is on the list.` })
            }}
          />
        </Suspense>
      </div>
      <IconButton label="Close" icon={<IconX size={20} />} onClick={onClose} />
    </section>
  )
}
