import { instantAt } from '@honbu/contract/calendar.ts'
import { finishInstant } from '@honbu/contract/session-times.ts'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

interface CalendarSession {
  readonly classId: number
  readonly className: string
  readonly clubName: string
  readonly classDate: string
  /** HH:mm local to the club; a finish that isn't after the start is on the next day. */
  readonly startTime: string
  readonly finishTime: string
  readonly timeZone: string
  readonly location: string
  readonly disciplineName: string
  readonly instructors: readonly string[]
  readonly isCover: boolean
  readonly sequence: number
}

interface Cancelled extends Pick<CalendarSession, 'classId' | 'className' | 'clubName' | 'classDate' | 'startTime'> {
  readonly finishTime: string
  readonly timeZone: string
  readonly reason: string
  readonly sequence: number
}

interface Calendar {
  readonly name: string
  readonly sessions: readonly CalendarSession[]
  readonly cancelled: readonly Cancelled[]
}

/**
 * A calendar (RFC 5545) with one event a session. Each is given as instants rather than by a rule in a zone: what stands in
 * it has been worked out already, clock changes, closures and cover included. An event keeps its UID when its time or room
 * changes, and has a higher sequence, so that a calendar moves it rather than showing it twice. A cancelled session stays
 * as a cancelled event.
 */
export function calendarText({ name, sessions, cancelled }: Calendar): string {
  const calendar = ical({
    name: line(name),
    prodId: { company: 'Honbu', product: 'Honbu', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3600,
  })
  for (const session of sessions) {
    const { classId, className, classDate, timeZone, location, instructors } = session
    const start = instantAt(timeZone, classDate, session.startTime)
    const taught = instructors.length > 0 && `${session.isCover ? 'Covered by' : 'With'} ${instructors.join(', ')}`
    calendar.createEvent({
      sequence: session.sequence,
      id: `class-${classId}-${classDate}@honbu`,
      start,
      end: finishInstant(timeZone, classDate, session),
      // Of the event itself, so that the same calendar is the same text.
      stamp: start,
      summary: line(className),
      ...(location && { location: line(location) }),
      description: [session.clubName, session.disciplineName, taught]
        .filter(text => typeof text === 'string' && text !== '')
        .map(text => line(String(text)))
        .join('\n'),
    })
  }
  for (const { classId, className, classDate, timeZone, reason, ...session } of cancelled) {
    const start = instantAt(timeZone, classDate, session.startTime)
    calendar.createEvent({
      id: `class-${classId}-${classDate}@honbu`,
      sequence: session.sequence,
      status: ICalEventStatus.CANCELLED,
      start,
      end: finishInstant(timeZone, classDate, session),
      stamp: start,
      summary: line(`Cancelled: ${className}`),
      description: [session.clubName, reason].filter(Boolean).map(line).join('\n'),
    })
  }
  return calendar.toString()
}

/** A line break in a name would begin a property of its own: the library writes a calendar's name as it comes. */
const line = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
