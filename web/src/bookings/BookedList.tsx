import { cancelBooking } from '@honbu/contract/bookings.ts'
import { IconCircleCheck, IconX } from '@tabler/icons-react'
import { shortDay } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './BookedList.module.css'
import { nameOf, PersonLine } from './PersonLine.tsx'
import type { Bookings, Slot } from './slot-state.ts'
import { useDayWrite } from './use-day-write.ts'

interface Props {
  people: Bookings['booked']
  slot: Slot
  /** How many are on the waiting list. */
  waits: number
}

/** Who has a place on a day. */
export function BookedList({ people, slot, waits }: Props) {
  const { ask, dialog } = useConfirm()
  const cancel = useDayWrite(cancelBooking, {
    onRefused: ({ message }) => void showToast({ message, tone: 'bad' }),
  })
  if (people.length === 0) return <EmptyState title="Nobody is booked" />

  async function press(person: Bookings['booked'][number]) {
    const yes = await ask({
      title: `Cancel the booking of ${nameOf(person)}?`,
      text: waits > 0 ? 'The place is offered to the first on the waiting list.' : 'The place is free again.',
      action: 'Cancel the booking',
      isDanger: true,
    })
    if (yes) cancel.mutate({ id: person.bookingId })
  }

  return (
    <ul className={css.people}>
      {people.map(person => (
        <PersonLine
          key={person.bookingId}
          person={person}
          actions={
            !slot.isOver && (
              <IconButton
                label={`Cancel the booking of ${nameOf(person)} on ${shortDay(slot.classDate)}`}
                icon={<IconX size={18} aria-hidden="true" />}
                disabled={cancel.isPending}
                onClick={() => void press(person)}
              />
            )
          }
        >
          {person.attended !== null && (
            <span className={css.mark}>
              {person.attended && <IconCircleCheck size={14} aria-hidden="true" />}
              {person.attended ? 'Was there' : 'Was absent'}
            </span>
          )}
        </PersonLine>
      ))}
      {dialog}
    </ul>
  )
}
