import { addDays, isDate } from '@honbu/contract/calendar.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { getLocationWeek } from '@honbu/contract/locations.ts'
import { timeSpan } from '@honbu/contract/time-of-day.ts'
import { IconAlertTriangle, IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../app/api.ts'
import { rosterAddress } from '../classes/roster-address.ts'
import { clashText } from '../timetable/instructor-clash.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { dayAndMonth, dayOfMonth } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { iconButtonClass } from '../ui/IconButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './LocationWeek.module.css'

type Week = Output<typeof getLocationWeek>

/** A week of a room: its days with the classes in them, and where two are there at one time. The day is in the address. */
export function LocationWeek({ locationId }: { locationId: number }) {
  const { search } = useAddress()
  const day = isDate(search.day) ? search.day : undefined
  const answer = useRead(
    getLocationWeek,
    { id: locationId, ...(day !== undefined && { day }) },
    { placeholderData: keepPreviousData },
  )
  const week = answer.data
  return (
    <Panel title={week ? `Week of ${dayAndMonth(week.from)}` : 'Week'} aside={week && <Steps from={week.from} />} flush>
      {answer.error && (
        <ErrorState title="The week could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={4} height="48px" />}
      {week?.sessions.length === 0 && (
        <EmptyState icon={<IconCalendarOff size={24} />} title="Nothing happens here this week" />
      )}
      {week && week.sessions.length > 0 && <Days week={week} />}
    </Panel>
  )
}

function Steps({ from }: { from: string }) {
  const step = (label: string, days: number, Icon: typeof IconChevronLeft) => (
    <AppLink to="." search={{ day: addDays(from, days) }} replace className={iconButtonClass()} aria-label={label}>
      <Icon size={20} aria-hidden="true" />
    </AppLink>
  )
  return (
    <nav className={css.steps} aria-label="Weeks">
      {step('Previous week', -7, IconChevronLeft)}
      <AppLink to="." search={{ day: undefined }} replace className={buttonClass('secondary')}>
        This week
      </AppLink>
      {step('Next week', 7, IconChevronRight)}
    </nav>
  )
}

function Days({ week }: { week: Week }) {
  const days = [...new Set(week.sessions.map(session => session.classDate))]
  const closed = new Map(week.closures.map(closure => [closure.date, closure.name || 'Closed']))
  return (
    <ol className={css.days}>
      {days.map(date => (
        <li key={date} className={css.day}>
          <h3 className={css.date} data-today={date === week.today || undefined}>
            {dayAndMonth(date)}
            {closed.has(date) && <Badge tone="warn">{closed.get(date)}</Badge>}
          </h3>
          <ul>
            {week.sessions
              .filter(session => session.classDate === date)
              .map(session => (
                <Session key={session.classId} session={session} />
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function Session({ session }: { session: Week['sessions'][number] }) {
  const { classId, className, classDate, colour, instructors, clashesWith, instructorClashes } = session
  return (
    <li className={css.session}>
      <span className={css.time}>{timeSpan(session)}</span>
      <span className={css.colour} style={{ background: colour }} aria-hidden="true" />
      <span className={css.words}>
        <AppLink
          to={rosterAddress(classId)}
          search={{ date: classDate }}
          aria-label={`${className}, ${dayOfMonth(classDate)}`}
        >
          {className}
        </AppLink>
        <span className={css.who}>{[session.disciplineName, instructors.join(', ')].filter(Boolean).join(' · ')}</span>
        {clashesWith.length > 0 && (
          <Badge tone="warn" icon={<IconAlertTriangle size={14} aria-hidden="true" />}>
            At the same time as {clashesWith.join(', ')}
          </Badge>
        )}
        {instructorClashes.length > 0 && (
          <Badge tone="warn" icon={<IconAlertTriangle size={14} aria-hidden="true" />}>
            {instructorClashes.map(clashText).join(', ')}
          </Badge>
        )}
      </span>
      <span className={css.count}>
        {session.expected}
        {session.capacity !== null && ` of ${session.capacity}`}
      </span>
    </li>
  )
}
