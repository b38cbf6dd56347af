import { getClass } from '@honbu/contract/classes.ts'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useId, useState } from 'react'
import { useRead } from '../app/api.ts'
import { memberCreateAddress } from '../members/member-address.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './AddMember.module.css'
import type { Marked } from './use-marks.ts'
import { usePlaces } from './use-places.tsx'
import { useWalkIn } from './use-walk-in.tsx'

const DetailsLinkDialog = lazy(() =>
  import('../enquiries/DetailsLinkDialog.tsx').then(({ DetailsLinkDialog }) => ({ default: DetailsLinkDialog })),
)
const MemberSearch = lazy(() =>
  import('../members/MemberSearch.tsx').then(({ MemberSearch }) => ({ default: MemberSearch })),
)

interface Props {
  classId: number
  classDate: string
  className: string
  /** Nobody has come tomorrow. */
  isFuture: boolean
  onMark: (member: Marked) => void
  onClose: () => void
}

const ways = { came: 'Came', booked: 'Booked', enrolled: 'Enrolled' } as const
type Way = keyof typeof ways

/** Someone who is not on the register: found by name, and put on it in one of three ways. */
export function AddMember({ classId, classDate, className, isFuture, onMark, onClose }: Props) {
  const headingId = useId()
  const navigate = useNavigate()
  const klass = useRead(getClass, { id: classId })
  const [way, setWay] = useState<Way>(isFuture ? 'booked' : 'came')
  const { book, enrol, dialog } = usePlaces({ classId, classDate, className })
  const walkIn = useWalkIn({ classId, classDate })
  const [isLinkOpen, setLinkOpen] = useState(false)
  const options = Object.entries(ways).flatMap(([value, text]) =>
    value === 'came' && isFuture ? [] : [{ value: value as Way, text }],
  )
  const words: Record<Way, string> = {
    came: 'Marked present on this date, and on the register for it.',
    booked: 'On the register for this date, to be marked.',
    enrolled: 'On the register from this date on.',
  }
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
          Add a member
        </h2>
        <p className={css.text}>{words[way]}</p>
      </div>
      <div className={css.way}>
        <Segmented label="As" options={options} value={way} onChoose={setWay} />
      </div>
      <div className={css.search}>
        <Suspense fallback={<Skeleton height="44px" />}>
          <MemberSearch
            autoFocus
            classId={classId}
            classDate={classDate}
            onWalkIn={way === 'came' ? name => void walkIn.addNamed(name) : undefined}
            onAdd={name =>
              void navigate({
                to: memberCreateAddress(klass.data?.clubId) as '/',
                search: { name, classId: String(classId) } as never,
              })
            }
            onSelect={found => {
              const member = { memberId: found.id, firstName: found.firstName, lastName: found.lastName }
              if (way === 'came') onMark(member)
              else if (way === 'booked') void book(member)
              else void enrol(member)
            }}
          />
        </Suspense>
      </div>
      <div className={css.outcome} role="status">
        {walkIn.isAdding && 'Adding…'}
        {walkIn.refusal && <span className={css.refusal}>{walkIn.refusal}</span>}
        {walkIn.added && !walkIn.isAdding && !walkIn.refusal && (
          <>
            {walkIn.added.name} is on the register, present.
            <Button onClick={() => setLinkOpen(true)}>Details link</Button>
          </>
        )}
      </div>
      {isLinkOpen && walkIn.added && (
        <Suspense>
          <DetailsLinkDialog
            memberId={walkIn.added.memberId}
            firstName={walkIn.added.name.split(' ')[0] ?? ''}
            onClose={() => setLinkOpen(false)}
          />
        </Suspense>
      )}
      <IconButton label="Close" icon={<IconX size={20} aria-hidden="true" />} onClick={onClose} />
      {dialog}
    </section>
  )
}
