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
 * finishes does not clash, nor does one without a room. Times are HH:mm, and 24:00 is the end of the day.
 */
export function withClashes<S extends Session>(sessions: readonly S[]): (S & { clashesWith: string[] })[] {
  const together = Map.groupBy(sessions, ({ classDate, locationId }) => `${classDate} ${locationId}`)
  return sessions.map(session => {
    const others = session.locationId === null ? [] : together.get(`${session.classDate} ${session.locationId}`)
    const clashing = (others ?? []).filter(other => other.classId !== session.classId && overlap(session, other))
    return { ...session, clashesWith: clashing.map(other => other.className) }
  })
}

const overlap = (one: Session, other: Session) => one.startTime < other.finishTime && other.startTime < one.finishTime
