import type { getClass, getClassDates } from '@honbu/contract/classes.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { IconCalendarOff } from '@tabler/icons-react'
import { clubAddress } from '../clubs/club-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { fullDay, shortDayOfYear } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { nearestSessions } from './session-dates.ts'

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
