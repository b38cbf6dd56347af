import type { Output } from '@honbu/contract/endpoint.ts'
import { counted } from '@honbu/contract/format.ts'
import { timeSpan } from '@honbu/contract/time-of-day.ts'
import type { checkTimetable } from '@honbu/contract/timetable-text.ts'
import { classesOf, type WeekClash, weekClashes } from '@honbu/contract/week-classes.ts'
import {
  type KnownNames,
  keyOf,
  type Meaning,
  type NamedWeek,
  type NewSession,
  nameWeek,
} from '@honbu/contract/week-names.ts'
import { readWeek } from '@honbu/contract/written-week.ts'
import type { Choices } from './class-choices.ts'

const knownNames = ({ locations, instructors, disciplines }: Choices): KnownNames => ({
  ...{ rooms: locations, instructors, disciplines },
})

export interface ReadText extends NamedWeek {
  /** Lines whose hours were taken for the afternoon. */
  readonly assumed: readonly number[]
  /** Names for which nobody has said what they mean. */
  readonly open: readonly string[]
}

interface Options {
  readonly choices: Choices
  readonly chosen: Readonly<Record<string, Meaning>>
  readonly disciplineId: number | null
}

/** What a text says, in the club's own names. */
export function readText(text: string, { choices, chosen, disciplineId }: Options): ReadText {
  const { lines, unread } = readWeek(text)
  const named = nameWeek(lines, { known: knownNames(choices), chosen, disciplineId })
  return {
    ...named,
    unread: [...unread, ...named.unread].sort((one, other) => one.line - other.line),
    assumed: lines.filter(({ isAssumed }) => isAssumed).map(({ line }) => line),
    open: named.unknown.filter(({ name, suggested }) => !(chosen[keyOf(name)] ?? suggested)).map(({ name }) => name),
  }
}

export interface ShownClass {
  readonly name: string
  /** 'Mon, Wed 18:00–19:00 · Dojo 1 · Sam Hill · 24 places' */
  readonly times: readonly string[]
  readonly disciplines: string
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The classes that sessions become. New rooms have ids below zero until they exist. */
export function shownClasses(sessions: readonly NewSession[], choices: Choices): ShownClass[] {
  const { placed, nameOf } = place(sessions, choices)
  return classesOf(placed).map(klass => {
    const groups = Map.groupBy(klass.sessions, ({ weekday, ...rest }) => JSON.stringify(rest))
    const times = [...groups.values()].flatMap(([first, ...rest]) => {
      if (!first) return []
      const weekdays = [first, ...rest].map(({ weekday }) => weekday).sort((a, b) => a - b)
      return [
        [
          `${weekdays.map(day => days[day - 1]).join(', ')} ${timeSpan(first)}`,
          nameOf.room(first.locationId),
          first.instructorIds.map(nameOf.instructor).join(', '),
          first.capacity === null ? '' : counted(first.capacity, 'place'),
        ]
          .filter(Boolean)
          .join(' · '),
      ]
    })
    return { name: klass.className, times, disciplines: klass.disciplineIds.map(nameOf.discipline).join(', ') }
  })
}

/** 'Juniors and Seniors: Dojo 1, Mon 18:00–19:00 and Mon 18:30–19:30' */
export function clashTexts(sessions: readonly NewSession[], choices: Choices): string[] {
  const { placed, nameOf } = place(sessions, choices)
  const at = ({ weekday, ...span }: WeekClash['one']) => `${days[weekday - 1]} ${timeSpan(span)}`
  return weekClashes(placed).map(({ one, other, locationId, instructorId }) => {
    const name = instructorId === null ? nameOf.room(locationId) : nameOf.instructor(instructorId)
    return `${one.className} and ${other.className}: ${name}, ${at(one)} and ${at(other)}`
  })
}

type Clash = Output<typeof checkTimetable>['clashes'][number]

export const otherClashText = ({ className, name, otherClass, clubName, ...span }: Clash) =>
  `${className}: ${name} has ${otherClass}${clubName === null ? '' : ` at ${clubName}`}, ${timeSpan(span)}`

/** New rooms get ids below zero, so that sessions in the same one meet. */
function place(sessions: readonly NewSession[], { locations, instructors, disciplines }: Choices) {
  const rooms = [...new Set(sessions.flatMap(({ newRoom }) => newRoom ?? []).map(name => name.toLowerCase()))]
  const placed = sessions.map(({ newRoom, className, weekday, startTime, finishTime, ...session }) => ({
    ...{ className, weekday, startTime, finishTime, capacity: session.capacity },
    locationId: newRoom === null ? session.locationId : -1 - rooms.indexOf(newRoom.toLowerCase()),
    ...{ instructorIds: session.instructorIds, disciplineIds: session.disciplineIds },
  }))
  const named = (all: readonly { id: number; name: string }[]) => (id: number) =>
    all.find(each => each.id === id)?.name ?? ''
  const newNames = new Map(
    sessions.flatMap(({ newRoom }) => (newRoom ? [[newRoom.toLowerCase(), newRoom] as const] : [])),
  )
  const room = (id: number | null) => {
    if (id === null) return ''
    return id < 0 ? `${newNames.get(rooms[-1 - id] ?? '') ?? ''} (new room)` : named(locations)(id)
  }
  return { placed, nameOf: { room, instructor: named(instructors), discipline: named(disciplines) } }
}
