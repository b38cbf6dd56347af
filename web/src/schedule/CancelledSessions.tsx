import { IconCalendarX } from '@tabler/icons-react'
import { rosterAddress } from '../classes/roster-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { shortDay } from '../ui/dates.ts'
import css from './CancelledSessions.module.css'
import type { Week } from './week.ts'

/** What doesn’t take place, above what does. */
export function CancelledSessions({ sessions }: { sessions: Week['cancelled'] }) {
  if (sessions.length === 0) return null
  return (
    <ul className={css.cancelled} aria-label="Cancelled sessions">
      {sessions.map(({ classId, className, classDate, startTime, reason, movedTo }) => (
        <li key={`${classId} ${classDate}`}>
          <IconCalendarX size={16} aria-hidden="true" />
          <AppLink to={rosterAddress(classId)} search={{ date: classDate }}>
            {className}, {shortDay(classDate)}, {startTime}
          </AppLink>
          {movedTo ? `moved to ${shortDay(movedTo)}` : 'cancelled'}
          {reason && `: ${reason}`}
        </li>
      ))}
    </ul>
  )
}
