import type { getClass, getClassDates } from '@honbu/contract/classes.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { IconCalendarOff } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { clubAddress } from '../clubs/club-address.ts'
import { useClubAdmin } from '../timetable/use-club-admin.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { fullDay, shortDayOfYear } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { nearestSessions } from './session-dates.ts'

const SessionDialog = lazy(() => import('../timetable/SessionDialog.tsx').then(m => ({ default: m.SessionDialog })))

interface Props {
  klass: Output<typeof getClass>
  dates: Output<typeof getClassDates>
  date: string | undefined
}

/** A date on which the class does not run: the nearest on which it does. */
export function NoSession({ klass, dates, date }: Props) {
  if (date === undefined || dates.dates.length === 0) {
    return (
      <EmptyState
        icon={<IconCalendarOff size={24} />}
        title={`${klass.className} does not run on any day of this year`}
        actions={
          <AppLink to={clubAddress(klass.clubId, 'classes-and-events')} className={buttonClass('secondary')}>
            Classes and events
          </AppLink>
        }
      >
        Give the class a weekly timetable, or a date, to take its register.
      </EmptyState>
    )
  }
  const cancelled = dates.cancelled.find(each => each.date === date)
  if (cancelled) return <Cancelled klass={klass} {...cancelled} />
  return (
    <EmptyState
      icon={<IconCalendarOff size={24} />}
      title={`${klass.className} does not run on ${fullDay(date)}`}
      actions={nearestSessions(dates.dates, date).map(session => (
        <AppLink
          key={session.date}
          to="."
          search={{ date: session.date }}
          replace
          className={buttonClass(session.date === dates.today ? 'primary' : 'secondary')}
        >
          {shortDayOfYear(session.date)}
        </AppLink>
      ))}
    >
      The nearest sessions are:
    </EmptyState>
  )
}

type CancelledProps = Output<typeof getClassDates>['cancelled'][number] & Pick<Props, 'klass'>

/** A session that was cancelled or has moved, and the way to where it went or back on. */
function Cancelled({ klass, date, reason, movedTo }: CancelledProps) {
  const isAdmin = useClubAdmin(klass.clubId)
  const [isOpen, setOpen] = useState(false)
  const day = fullDay(date)
  return (
    <>
      <EmptyState
        icon={<IconCalendarOff size={24} />}
        title={movedTo ? `${day} has moved to ${fullDay(movedTo)}` : `${klass.className} is cancelled on ${day}`}
        actions={
          <>
            {movedTo && (
              <AppLink to="." search={{ date: movedTo }} replace className={buttonClass('primary')}>
                {shortDayOfYear(movedTo)}
              </AppLink>
            )}
            {isAdmin && !movedTo && <Button onClick={() => setOpen(true)}>Put back on</Button>}
          </>
        }
      >
        {reason || 'No reason was given.'}
      </EmptyState>
      {isOpen && (
        <Suspense fallback={null}>
          <SessionDialog
            classId={klass.classId}
            clubId={klass.clubId}
            classDate={date}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
