import { cancelBooking } from '@honbu/contract/bookings.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { getMemberBookings } from '@honbu/contract/member-view.ts'
import { IconX } from '@tabler/icons-react'
import { useRead, useWrite } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { shortDayOfYear } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { BookClass } from './BookClass.tsx'
import css from './BookingsPanel.module.css'
import type { MemberPanelProps } from './panel-props.ts'

type Bookings = Output<typeof getMemberBookings>
type Booking = Bookings['bookings'][number]

/** What is booked and waited for, and what was. */
export function BookingsPanel({ memberId, details }: MemberPanelProps) {
  const answer = useRead(getMemberBookings, { id: memberId })
  if (answer.error && !answer.data)
    return (
      <ErrorState title="The bookings could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
    )
  if (!answer.data) return <SkeletonRows count={3} height="3rem" />
  const { today, bookings, waiting } = answer.data
  const isToCome = (booking: Booking) => booking.bookingDate >= today && !booking.isCancelled
  const toCome = bookings.filter(isToCome)
  const before = bookings.filter(booking => !isToCome(booking))
  return (
    <div className={css.panels}>
      <Panel title="To come" aside={<BookClass details={details} />} flush>
        {toCome.length + waiting.length === 0 && (
          <EmptyState title="Nothing is booked">Prebooked classes and trials are booked by date.</EmptyState>
        )}
        <ul className={css.bookings}>
          {toCome.map(booking => (
            <Row key={booking.bookingId} booking={booking} canCancel />
          ))}
          {waiting.map(entry => (
            <li key={`waits ${entry.id}`} className={css.booking}>
              <span className={css.date}>{shortDayOfYear(entry.classDate)}</span>
              <AppLink to={availability(entry)}>{entry.className}</AppLink>
              <Badge tone={entry.offerUntil ? 'accent' : 'neutral'}>
                {entry.offerUntil ? 'A place is offered' : 'On the waiting list'}
              </Badge>
            </li>
          ))}
        </ul>
      </Panel>
      {before.length > 0 && (
        <Panel title="Before" flush>
          <ul className={css.bookings}>
            {before.map(booking => (
              <Row key={booking.bookingId} booking={booking} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

const availability = ({ clubId, classId }: { clubId: number; classId: number }) =>
  `/clubadmin/classes-and-events/${clubId}/class-availability/${classId}`

function Row({ booking, canCancel = false }: { booking: Booking; canCancel?: boolean }) {
  const { ask, dialog } = useConfirm()
  const cancel = useWrite(cancelBooking, {
    onSuccess: () => showToast({ message: 'The booking is cancelled.' }),
    onRefused: ({ message }) => void showToast({ message, tone: 'bad' }),
  })
  const { className, bookingDate, startTime, bookingId } = booking

  async function press() {
    const yes = await ask({
      title: `Cancel the booking of ${className}?`,
      text: `${shortDayOfYear(bookingDate)}. The place goes to the first on the waiting list, if there is one.`,
      action: 'Cancel the booking',
      isDanger: true,
    })
    if (yes) cancel.mutate({ id: bookingId })
  }

  return (
    <li className={css.booking}>
      <span className={css.date}>
        {shortDayOfYear(bookingDate)} {startTime}
      </span>
      <AppLink to={`/clubadmin/classes-and-events/class-roster/${booking.classId}`} search={{ date: bookingDate }}>
        {className}
      </AppLink>
      <span className={css.state}>{stateOf(booking)}</span>
      {canCancel && (
        <IconButton
          label={`Cancel ${className} on ${shortDayOfYear(bookingDate)}`}
          icon={<IconX size={18} aria-hidden="true" />}
          disabled={cancel.isPending}
          onClick={() => void press()}
        />
      )}
      {dialog}
    </li>
  )
}

function stateOf({ isCancelled, attended }: Booking): string {
  if (isCancelled) return 'Cancelled'
  if (attended === null) return ''
  return attended ? 'Was there' : 'Did not come'
}
