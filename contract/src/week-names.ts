import type { WeekDay } from './weekly-timetable.ts'
import type { WrittenLine, WrittenPart } from './written-week.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** What lines can name. */
export interface KnownNames {
  readonly rooms: readonly (Named & { readonly capacity: number | null })[]
  readonly instructors: readonly Named[]
  readonly disciplines: readonly Named[]
}

/** What a name means: one of the club's, a room that is to be created, or nothing. */
export type Meaning =
  | { readonly kind: 'room' | 'instructor' | 'discipline'; readonly id: number }
  | { readonly kind: 'newRoom' | 'nothing' }

/** A name that a line gives and the club doesn't have. */
export interface UnknownName {
  readonly name: string
  /** Null: someone has to say. */
  readonly suggested: Meaning | null
  /** The lines that give it. */
  readonly lines: readonly number[]
}

/** One session of a week that is to be created. */
export interface NewSession extends WeekDay {
  readonly className: string
  readonly locationId: number | null
  /** The name of a room that is created with it, instead of `locationId`. */
  readonly newRoom: string | null
  readonly capacity: number | null
  readonly instructorIds: number[]
  readonly disciplineIds: number[]
}

export interface NamedWeek {
  readonly sessions: readonly (NewSession & { readonly line: number })[]
  readonly unknown: readonly UnknownName[]
  readonly unread: readonly { readonly line: number; readonly text: string; readonly problem: string }[]
}

type Said = {
  readonly text: string
  readonly meaning: Meaning | null
  readonly capacity?: number
  readonly isRoom: boolean
}

interface Options {
  readonly known: KnownNames
  /** By `keyOf` a name: what someone has chosen for it. */
  readonly chosen?: Readonly<Record<string, Meaning>>
  /** Of lines that name none. */
  readonly disciplineId?: number | null
}

/** Finds the class, rooms, instructors and disciplines that lines name. */
export function nameWeek(
  lines: readonly WrittenLine[],
  { known, chosen = {}, disciplineId = null }: Options,
): NamedWeek {
  const unknown = new Map<string, UnknownName>()
  const sessions: NamedWeek['sessions'][number][] = []
  const unread: NamedWeek['unread'][number][] = []
  for (const { line, text, times, parts } of lines) {
    const { name, details } = splitName(
      parts.flatMap(part => split(part, known)),
      known,
    )
    const said = details.flatMap(part => sayings(part, known))
    for (const each of said)
      if (each.meaning === null && each.capacity === undefined) {
        const key = keyOf(each.text)
        const before = unknown.get(key)
        const suggested = before?.suggested ?? (each.isRoom ? { kind: 'newRoom' as const } : null)
        unknown.set(key, { name: before?.name ?? each.text, suggested, lines: [...(before?.lines ?? []), line] })
      }
    const meant = said.map(each => {
      const key = keyOf(each.text)
      return { ...each, meaning: each.meaning ?? chosen[key] ?? unknown.get(key)?.suggested ?? null }
    })
    const rooms = meant.filter(({ meaning }) => meaning?.kind === 'room' || meaning?.kind === 'newRoom')
    if (!name) unread.push({ line, text, problem: 'We found no name for the class.' })
    else if (name.length > 200) unread.push({ line, text, problem: 'This name is too long. Use up to 200 characters.' })
    else if (rooms.length > 1) unread.push({ line, text, problem: 'There are two rooms here. Give one.' })
    else {
      const ids = (kind: 'instructor' | 'discipline') => [
        ...new Set(meant.flatMap(({ meaning }) => (meaning?.kind === kind ? [meaning.id] : []))),
      ]
      const room = rooms[0]
      const locationId = room?.meaning?.kind === 'room' ? room.meaning.id : null
      const held = known.rooms.find(({ id }) => id === locationId)?.capacity ?? null
      const disciplines = ids('discipline')
      const own =
        disciplines.length > 0 ? disciplines : (disciplineIn(name, known) ?? [disciplineId].filter(id => id !== null))
      for (const time of times)
        sessions.push({
          ...{ line, className: name, ...time, locationId },
          newRoom: room?.meaning?.kind === 'newRoom' ? (unknown.get(keyOf(room.text))?.name ?? room.text) : null,
          capacity: meant.find(({ capacity }) => capacity !== undefined)?.capacity ?? held,
          ...{ instructorIds: ids('instructor'), disciplineIds: own },
        })
    }
  }
  return { sessions, unknown: [...unknown.values()], unread }
}

/** By which two names are the same. */
export const keyOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** The class is the first part that isn't a room, an instructor or a number. 'Karate' can be both. */
function splitName(parts: readonly WrittenPart[], known: KnownNames) {
  const isOther = ({ text, as }: WrittenPart) => {
    const kind = meaningOf({ text, as }, known)?.kind
    return (
      (as !== null && as !== 'name') || kind === 'room' || kind === 'instructor' || capacityOf({ text, as }) !== null
    )
  }
  const named = parts.find(({ as }) => as === 'name') ?? parts.find(part => !isOther(part))
  return { name: named?.text ?? '', details: parts.filter(part => part !== named) }
}

/** 'Juniors with Sam in Dojo 1' names three things. */
function split(part: WrittenPart, known: KnownNames): WrittenPart[] {
  if (part.as !== null) return [part]
  const found = /^(.*?)(?:^|\s+)(?:(with|by|taught by)\s+|(in|at)\s+|@\s*)(\S.*)$/i.exec(part.text)
  if (!found) return [part]
  const [, before = '', byWhom, where, after = ''] = found
  const as = byWhom ? 'instructor' : 'room'
  const rest = split({ text: after, as: null }, known)
  const first = { text: rest[0]?.text ?? after, as } as const
  const isName = before.trim() === '' || meaningOf(first, known)?.kind === as || (!where && /^\p{Lu}/u.test(after))
  if (!isName) return [part]
  return [...(before.trim() ? [{ text: before.trim(), as: null }] : []), first, ...rest.slice(1)]
}

/** 'Sam & Ann' are two where both are known. */
function sayings(part: WrittenPart, known: KnownNames): Said[] {
  const capacity = capacityOf(part)
  if (capacity !== null) return [{ text: part.text, meaning: { kind: 'nothing' }, capacity, isRoom: false }]
  const isRoom = part.as === 'room' || (part.as === null && roomWords.test(part.text))
  const whole = meaningOf(part, known)
  if (whole) return [{ text: part.text, meaning: whole, isRoom }]
  const several = part.text.split(/\s*(?:&|\+|\/|\band\b)\s*/i).filter(Boolean)
  const all = several.map(text => ({ text, meaning: meaningOf({ text, as: part.as }, known), isRoom: false }))
  if (several.length > 1 && (part.as === 'instructor' || all.every(({ meaning }) => meaning))) return all
  return [{ text: part.text, meaning: null, isRoom }]
}

const roomWords =
  /\b(?:dojo|dojang|hall|room|studio|mats?|gym|cent(?:re|er)|school|church|upstairs|downstairs|floor)\b/i

function capacityOf({ text, as }: WrittenPart): number | null {
  const found = /^(?:max\.?|maximum|capacity|cap\.?|up to)?\s*:?\s*(\d{1,4})\s*(?:places|spaces|people|max\.?)?$/i.exec(
    text,
  )
  const number = found && (as === null || as === 'capacity') ? Number(found[1]) : 0
  return number > 0 ? number : null
}

function meaningOf({ text, as }: WrittenPart, known: KnownNames): Meaning | null {
  const find = (kind: 'room' | 'instructor' | 'discipline', id: number | undefined): Meaning | null =>
    id !== undefined && (as === null || as === kind) ? { kind, id } : null
  const key = keyOf(text)
  const same = (all: readonly Named[]) => all.find(({ name }) => keyOf(name) === key)?.id
  return (
    find('room', same(known.rooms)) ??
    find('instructor', same(known.instructors) ?? byFirstName(text, known.instructors)) ??
    find('discipline', same(known.disciplines))
  )
}

const titles = /^(?:sensei|senpai|sifu|kru|master|coach|instructor|prof(?:essor)?|mr|mrs|ms|miss|dr)\.?\s+/i

/** 'Sam', 'Sensei Sam', 'Sam H' where only one of them can be meant. */
function byFirstName(text: string, instructors: readonly Named[]): number | undefined {
  const [first = '', last = ''] = text.replace(titles, '').toLowerCase().split(/\s+/)
  const found = instructors.filter(({ name }) => {
    const [theirFirst = '', ...theirLast] = name.toLowerCase().split(/\s+/)
    return theirFirst === first && theirLast.join(' ').startsWith(last.replace(/\.$/, ''))
  })
  return first !== '' && found.length === 1 ? found[0]?.id : undefined
}

/** 'Junior Karate' teaches Karate. */
function disciplineIn(className: string, { disciplines }: KnownNames): number[] | null {
  const words = ` ${className.toLowerCase()} `
  const found = disciplines.filter(({ name }) => words.includes(` ${name.toLowerCase()} `))
  return found.length === 1 ? found.map(({ id }) => id) : null
}
