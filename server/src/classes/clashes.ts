import { daysBetween } from '@honbu/contract/calendar.ts'
import { minutesOf } from '@honbu/contract/session-times.ts'

interface Session {
  readonly classId: number
  readonly className: string
  readonly classDate: string
  readonly startTime: string
  readonly finishTime: string
  readonly locationId: number | null
}

/**
 * For each session the names of the others that are in the same room at the same time. One that begins when another
 * finishes does not clash, nor does one without a room. All are of one club, so their clocks agree.
 */
export function withClashes<S extends Session>(sessions: readonly S[]): (S & { clashesWith: string[] })[] {
  const timed = sessions.map(session => ({ ...session, ...spanOf(session) }))
  const together = Map.groupBy(timed, ({ locationId }) => locationId)
  return sessions.map((session, index) => {
    const others = session.locationId === null ? [] : (together.get(session.locationId) ?? [])
    const own = timed[index]
    const clashing = others.filter(other => own && other.classId !== session.classId && overlap(own, other))
    return { ...session, clashesWith: clashing.map(other => other.className) }
  })
}

type Span = ReturnType<typeof minutesOf>

/** In minutes since some day, so that a class past midnight meets those of the next morning. */
function spanOf(session: Session): Span {
  const midnight = daysBetween('2000-01-01', session.classDate) * 1440
  const { from, to } = minutesOf(session)
  return { from: midnight + from, to: midnight + to }
}

const overlap = (one: Span, other: Span) => one.from < other.to && other.from < one.to
