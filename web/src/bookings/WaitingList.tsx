import { leaveWaitingList, saveBooking } from '@honbu/contract/bookings.ts'
import { dateTime } from '@honbu/contract/format.ts'
import { Button } from '../ui/Button.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './BookedList.module.css'
import { nameOf, PersonLine } from './PersonLine.tsx'
import type { Bookings } from './slot-state.ts'
import { useDayWrite } from './use-day-write.ts'

interface Props {
  classId: number
  classDate: string
  timeZone: string
  people: Bookings['waiting']
}

/** Who waits for a place, first come first served; staff answer an offer for those who ring. */
export function WaitingList({ classId, classDate, timeZone, people }: Props) {
  const inWords = (instant: string) => dateTime(new Date(instant), timeZone)
  const options = { onRefused: ({ message }: { message: string }) => void showToast({ message, tone: 'bad' }) }
  const accept = useDayWrite(saveBooking, options)
  const leave = useDayWrite(leaveWaitingList, options)
  const day = { classId, bookingDate: classDate }
  const isBusy = accept.isPending || leave.isPending
  return (
    <ol className={css.people}>
      {people.map(person => (
        <PersonLine
          key={person.memberId}
          person={person}
          before={<span className={css.place}>{person.position}</span>}
          actions={
            person.offerUntil === null ? (
              <Button
                variant="quiet"
                disabled={isBusy}
                aria-label={`Take off the waiting list: ${nameOf(person)}`}
                onClick={() => leave.mutate({ id: person.memberId, ...day })}
              >
                Take off
              </Button>
            ) : (
              <>
                <Button
                  disabled={isBusy}
                  aria-label={`Accept the place for ${nameOf(person)}`}
                  onClick={() => accept.mutate({ id: person.memberId, ...day })}
                >
                  Accept
                </Button>
                <Button
                  variant="quiet"
                  disabled={isBusy}
                  aria-label={`Decline the place for ${nameOf(person)}`}
                  onClick={() => leave.mutate({ id: person.memberId, ...day })}
                >
                  Decline
                </Button>
              </>
            )
          }
        >
          {person.offerUntil === null ? (
            <span className={css.since}>Waiting since {inWords(person.joinedAt)}</span>
          ) : (
            <span className={css.offer}>Place offered, kept until {inWords(person.offerUntil)}</span>
          )}
        </PersonLine>
      ))}
    </ol>
  )
}
