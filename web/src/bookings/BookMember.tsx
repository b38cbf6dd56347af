import { joinWaitingList, saveBooking } from '@honbu/contract/bookings.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { FoundMember } from '../members/found-member.ts'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './BookMember.module.css'
import { nameOf } from './PersonLine.tsx'
import type { Slot } from './slot-state.ts'
import { useDayWrite } from './use-day-write.ts'
import { useOverride } from './use-override.tsx'

const MemberSearch = lazy(() =>
  import('../members/MemberSearch.tsx').then(({ MemberSearch }) => ({ default: MemberSearch })),
)

interface Outcome {
  readonly member: FoundMember
  readonly text: string
  readonly isRefused: boolean
  /** There is no place: the waiting list is. */
  readonly isFull: boolean
}

/** Finds a member and books a place; where there is none, puts him or her on the waiting list. */
export function BookMember({ classId, slot }: { classId: number; slot: Slot }) {
  const [isOpen, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const book = useDayWrite(saveBooking)
  const booking = useOverride('Book')
  const waiting = useOverride('Add')
  const join = useDayWrite(joinWaitingList)
  const day = { classId, bookingDate: slot.classDate }
  const isBusy = book.isPending || join.isPending

  async function choose(member: FoundMember) {
    const result = await booking.run(overrideReason =>
      book.mutateAsync({ id: member.id, ...day, ...(overrideReason && { overrideReason }) }),
    )
    const isRefused = result.isSuccess === false
    setOutcome({
      member,
      text: isRefused ? result.message : `${nameOf(member)} is booked.`,
      isRefused,
      isFull: isRefused && result.fields?.bookingDate !== undefined && !slot.hasBegun,
    })
  }

  async function wait(member: FoundMember) {
    const result = await waiting.run(overrideReason =>
      join.mutateAsync({ id: member.id, ...day, ...(overrideReason && { overrideReason }) }),
    )
    const isRefused = result.isSuccess === false
    const text = isRefused ? result.message : `${nameOf(member)} is number ${result.position} on the waiting list.`
    setOutcome({ member, text, isRefused, isFull: false })
  }

  if (!isOpen)
    return (
      <div className={css.closed}>
        <Button onClick={() => setOpen(true)}>
          <IconUserPlus size={18} aria-hidden="true" />
          Book a member
        </Button>
      </div>
    )
  return (
    <div className={css.open}>
      {booking.dialog ?? waiting.dialog}
      <Suspense fallback={<Skeleton height="44px" />}>
        <MemberSearch autoFocus classId={classId} classDate={slot.classDate} onSelect={member => void choose(member)} />
      </Suspense>
      <div className={css.outcome} role="status">
        {isBusy && <span>Saving…</span>}
        {!isBusy && outcome && (
          <>
            <span className={outcome.isRefused ? css.refused : css.done}>
              {outcome.isRefused && `${nameOf(outcome.member)}: `}
              {outcome.text}
            </span>
            {outcome.isFull && <Button onClick={() => void wait(outcome.member)}>Put on the waiting list</Button>}
          </>
        )}
      </div>
    </div>
  )
}
