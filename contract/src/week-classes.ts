import { minutesOf } from './session-times.ts'
import type { NewSession } from './week-names.ts'
import { type Week, type WeekdayDetails, weekOf } from './weekly-timetable.ts'

type Session = Omit<NewSession, 'newRoom'>

/** A class that is to be created, with its week. */
export interface NewClass {
  readonly className: string
  readonly locationId: number | null
  readonly capacity: number | null
  readonly instructorIds: readonly number[]
  readonly disciplineIds: readonly number[]
  readonly weeklyTimetable: Week
  /** Of weekdays that differ. */
  readonly weekdays: readonly WeekdayDetails[]
  readonly sessions: readonly Session[]
}

/**
 * Sessions of one name and the same disciplines are one class. A class has one session a day, so a second one on the same
 * day is of another class of that name.
 */
export function classesOf(sessions: readonly Session[]): NewClass[] {
  const groups: Session[][] = []
  for (const session of sessions) {
    const group = groups.find(
      ([first, ...rest]) =>
        first !== undefined &&
        nameKey(first) === nameKey(session) &&
        ![first, ...rest].some(({ weekday }) => weekday === session.weekday),
    )
    if (group) group.push(session)
    else groups.push([session])
  }
  return groups.map(classOf)
}

const nameKey = ({ className, disciplineIds }: Session) =>
  JSON.stringify([className.toLowerCase(), disciplineIds.toSorted((a, b) => a - b)])

/** What all sessions have is the class's own; otherwise each weekday has its own, as a class fills in for what is missing. */
function classOf(sessions: readonly Session[]): NewClass {
  const first = sessions[0]
  const locationId = common(sessions.map(session => session.locationId))
  const capacity = common(sessions.map(session => session.capacity))
  const instructors = common(sessions.map(session => JSON.stringify(session.instructorIds.toSorted((a, b) => a - b))))
  const instructorIds = instructors === null ? [] : (first?.instructorIds ?? [])
  return {
    ...{ className: first?.className ?? '', disciplineIds: first?.disciplineIds ?? [] },
    ...{ locationId, capacity, instructorIds, sessions },
    weeklyTimetable: weekOf(sessions),
    weekdays: sessions.map(session => ({
      weekday: session.weekday,
      locationId: locationId === null ? session.locationId : null,
      capacity: capacity === null ? session.capacity : null,
      instructorIds: instructors === null ? [...session.instructorIds] : [],
    })),
  }
}

const common = <Value>(values: readonly Value[]): Value | null =>
  values.every(value => value === values[0]) ? (values[0] ?? null) : null

/** Two of the sessions that are in one room, or have one instructor, at the same time. */
export interface WeekClash {
  readonly one: Session
  readonly other: Session
  readonly locationId: number | null
  readonly instructorId: number | null
}

export function weekClashes(sessions: readonly Session[]): WeekClash[] {
  return sessions.flatMap((one, index) =>
    sessions.slice(index + 1).flatMap((other): WeekClash[] => {
      if (!overlap(one, other)) return []
      const isSameRoom = one.locationId !== null && one.locationId === other.locationId
      const both = one.instructorIds.filter(id => other.instructorIds.includes(id))
      return [
        ...(isSameRoom ? [{ one, other, locationId: one.locationId, instructorId: null }] : []),
        ...both.map(instructorId => ({ one, other, locationId: null, instructorId })),
      ]
    }),
  )
}

const week = 7 * 24 * 60

/** One that begins when another finishes doesn't clash. Sunday night reaches into Monday. */
function overlap(one: Session, other: Session): boolean {
  const [a, b] = [one, other].map(session => {
    const { from, to } = minutesOf(session)
    const midnight = (session.weekday - 1) * 24 * 60
    return { from: midnight + from, to: midnight + to }
  })
  if (!a || !b) return false
  return [-week, 0, week].some(shift => a.from < b.to + shift && b.from + shift < a.to)
}
