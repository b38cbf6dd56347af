import { counted, longDate } from '@honbu/contract/format.ts'
import { dayInWords, whenOf } from '../bookings/index.ts'
import type { Fate } from './drop-people.ts'
import type { Plan, Word } from './notices.ts'
import type { People, Person, RunningSession } from './session-people.ts'
import { sessionKey } from './session-people.ts'

/** Text that people have written, in a message that has merge fields: braces of its own stay what they are. */
const plain = (text: string) => text.replaceAll(/\{(?=[{%])/g, '{ ')

/** The member of a message, by their first name. */
const them = '{{ member.firstName }}'

/** What a letter says around its lines. */
export const letterLines = (lines: readonly string[]): string[] => [
  'Hi {{ recipient.firstName | default: "there" }},',
  ...lines,
  '{{ club.name }}{% if club.phone %}, {{ club.phone }}{% endif %}',
]

/** ' Instructor ill.', or nothing. */
const because = (reason: string) => (reason === '' ? '' : ` ${plain(/[.!?]$/.test(reason) ? reason : `${reason}.`)}`)

const sessionOf = (session: RunningSession) => `${plain(session.className)} on ${whenOf(session)}`

/** What each member is told of sessions that don't take place, one word a member. */
export function cancelWords(fates: readonly Fate[], reason: string): Word[] {
  return [...Map.groupBy(fates, ({ person }) => person.memberId)].map(([memberId, theirs]) => {
    const [first] = theirs
    const subject =
      first && theirs.length === 1
        ? `${plain(first.session.className)} on ${dayInWords(first.session.classDate)} is cancelled`
        : `${theirs.length} classes are cancelled`
    return {
      memberId,
      subject,
      lines: theirs.map(fate => `${sessionOf(fate.session)}, is cancelled.${because(reason)}${outcome(fate)}`),
    }
  })
}

const hasPlace = ({ as }: Person) => as === 'booked' || as === 'paid'

function outcome({ person, movedTo, isPaidBack }: Fate): string {
  if (person.as === 'enrolled') return ''
  if (movedTo) {
    const where = whenOf(movedTo)
    return hasPlace(person)
      ? ` ${them}’s place has moved to ${where}. If that doesn’t suit, please let us know.`
      : ` ${them} is now on the waiting list for ${where}.`
  }
  if (person.as === 'waiting') return ` The waiting list has ended.`
  const booking = person.as === 'booked' ? ` ${them}’s booking is cancelled.` : ''
  return isPaidBack ? `${booking} What was charged for it has been credited.` : booking
}

/** What each member is told of a session that is held otherwise than before. */
export function moveWords(
  people: readonly Person[],
  was: RunningSession,
  is: RunningSession & { place: string; teachers: readonly string[] },
  reason: string,
): Word[] {
  const hasMoved = was.classDate !== is.classDate || was.startTime !== is.startTime || was.finishTime !== is.finishTime
  const subject = `${plain(was.className)} on ${dayInWords(was.classDate)} has ${hasMoved ? 'moved' : 'changed'}`
  // In the order in which people ask: when, where, with whom.
  const now = [
    hasMoved ? `is now on ${whenOf(is)}` : 'has changed',
    plain(is.place),
    is.teachers.length > 0 && plain(`with ${is.teachers.join(' and ')}`),
  ]
    .filter(Boolean)
    .join(', ')
  return people.map(({ memberId, as }) => ({
    memberId,
    subject,
    lines: [
      `${sessionOf(was)}, ${now}.${because(reason)}${as === 'booked' || as === 'paid' ? ` ${them} keeps the place. If that doesn’t suit, please let us know.` : ''}`,
    ],
  }))
}

/** What members are told of a session that is added, or takes place after all. */
export const extraWords = (people: readonly Person[], session: RunningSession, what: 'added' | 'back on'): Word[] =>
  people.map(({ memberId }) => ({
    memberId,
    subject:
      what === 'added'
        ? `Extra session: ${plain(session.className)} on ${dayInWords(session.classDate)}`
        : `${plain(session.className)} on ${dayInWords(session.classDate)} is back on`,
    lines: [
      what === 'added'
        ? `There’s an extra session of ${sessionOf(session)}.`
        : `${sessionOf(session)}, takes place after all.`,
    ],
  }))

const mostSessions = 20
const mostNames = 12

/** What a change would do, line by line, for the person who is about to save it; nothing where it concerns no one. */
export function consequences(people: People, fates: readonly Fate[], plan: Plan | null): string[] {
  const lines = people.sessions.flatMap(session => linesOf(session, people))
  const named = lines.slice(0, mostSessions)
  if (lines.length > named.length) named.push(`and ${lines.length - named.length} more`)
  const moved = fates.filter(({ person, movedTo }) => hasPlace(person) && movedTo)
  const cancelled = fates.filter(({ person, movedTo }) => person.as === 'booked' && !movedTo)
  const paid = fates.filter(({ isPaidBack }) => isPaidBack)
  if (moved.length > 0) named.push(`${counted(moved.length, 'booking')} will move: ${listOf(moved.map(movedLine))}.`)
  if (cancelled.length > 0) named.push(`${counted(cancelled.length, 'booking')} will be cancelled.`)
  if (paid.length > 0)
    named.push(`What was charged will be credited: ${listOf(paid.map(({ person }) => person.name))}.`)
  const kept = fates.filter(
    ({ person, isPaidBack, movedTo }) => person.isWhole && person.chargeId !== null && !isPaidBack && !movedTo,
  )
  if (kept.length > 0)
    named.push(`Nothing is credited while the event has other days: ${listOf(kept.map(({ person }) => person.name))}.`)
  if (plan) named.push(...planLines(plan))
  return named
}

const movedLine = ({ person, movedTo }: Fate) => `${person.name} to ${longDate(movedTo?.classDate ?? '')}`

/** Who will hear of it, and who has to be called. */
export function planLines({ emails, texts, notReached }: Plan): string[] {
  const ways = [emails > 0 && counted(emails, 'email'), texts > 0 && counted(texts, 'text')].filter(Boolean)
  const call = notReached.map(({ name, phone }) => (phone === '' ? name : `${name} (${phone})`))
  return [
    ...(ways.length > 0 ? [`We’ll send ${ways.join(' and ')}.`] : []),
    ...(call.length > 0 ? [`We can’t reach ${listOf(call)}.`] : []),
  ]
}

/** 'Juniors on 19 May 2026: 3 bookings (Ann Blake, Ben Cole, Cara Dunn), 12 marks' */
function linesOf(session: RunningSession, { people, marks }: People): string[] {
  const theirs = people.filter(person => sessionKey(person) === sessionKey(session))
  const named = (as: Person['as']) => theirs.filter(person => person.as === as).map(({ name }) => name)
  const [booked, paid] = [named('booked'), named('paid')]
  const [waiting, enrolled] = [named('waiting'), named('enrolled')]
  const marked = marks.get(sessionKey(session)) ?? 0
  const parts = [
    booked.length > 0 && `${counted(booked.length, 'booking')} (${listOf(booked)})`,
    paid.length > 0 && `${paid.length} charged (${listOf(paid)})`,
    waiting.length > 0 && `${waiting.length} waiting (${listOf(waiting)})`,
    enrolled.length > 0 && `${enrolled.length} enrolled`,
    marked > 0 && counted(marked, 'mark'),
  ].filter(Boolean)
  return parts.length === 0 ? [] : [`${session.className} on ${longDate(session.classDate)}: ${parts.join(', ')}`]
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, mostNames)
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ')
}
