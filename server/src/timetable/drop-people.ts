import { addDays } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import { cancelBooking, closeEntry, holdersOf, lockDay, moveBookings, moveWaiting, noPlace } from '../bookings/index.ts'
import { occurrenceSql } from '../classes/index.ts'
import { reverseCharge } from '../ledger/index.ts'
import { returnOrderLine } from '../orders/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { clubToday } from './lock-class.ts'
import { type People, type Person, type RunningSession, sessionKey, sessionsBetween } from './session-people.ts'

/** What becomes of one person in one session that doesn't take place. */
export interface Fate {
  readonly session: RunningSession
  readonly person: Person
  /** Another session in which they have a place, or wait for one. */
  readonly movedTo: RunningSession | null
  readonly isPaidBack: boolean
}

interface Dropped {
  readonly reason: string
  /** Another day of the class to which bookings and waiting list move; null: only trials move, to their next session. */
  readonly moveTo: string | null
}

/**
 * Looks after the people of sessions that no longer run: waiting lists end, bookings move or are cancelled, places that
 * were bought are credited. What has begun or has marks is history and is left as it is.
 * @throws Refused 409 on `moveBookingsTo` when not everyone has a place there
 */
export async function dropPeople(
  context: Write,
  { sessions, people, marks }: People,
  dropped: Dropped,
): Promise<Fate[]> {
  const bySession = Map.groupBy(people, sessionKey)
  const fates: Fate[] = []
  for (const session of sessions) {
    if (session.startsAt <= context.now || marks.has(sessionKey(session))) continue
    const theirs = bySession.get(sessionKey(session)) ?? []
    const target = dropped.moveTo === null ? null : await moveAll(context, session, theirs, dropped.moveTo)
    if (!target && theirs.some(({ as }) => as === 'waiting')) await endWaiting(context, session)
    for (const person of theirs) fates.push(await fateOf(context, { session, person, target, reason: dropped.reason }))
  }
  return fates
}

interface One {
  readonly session: RunningSession
  readonly person: Person
  readonly target: RunningSession | null
  readonly reason: string
}

async function fateOf(context: Write, { session, person, target, reason }: One): Promise<Fate> {
  const fate = { session, person, movedTo: null, isPaidBack: false }
  if (person.as === 'enrolled') return fate
  if (target) return { ...fate, movedTo: target }
  if (person.as === 'booked' && person.isProspect) {
    const next = await moveTrial(context, session, person)
    if (next) return { ...fate, movedTo: next }
  }
  if (person.bookingId !== null) await cancelBooking(context, { id: person.bookingId })
  const isPaidBack = await payBack(context, { session, person, reason })
  return { ...fate, isPaidBack }
}

/** Reverses the charge of a place. Of an event that is paid for as a whole, only once no day of it is left. */
async function payBack(
  context: Write,
  { session, person, reason }: Pick<One, 'session' | 'person' | 'reason'>,
): Promise<boolean> {
  const { chargeId, orderLineId, buyerId } = person
  if (chargeId === null || (person.isWhole && (await hasOtherDays(context, session.classId)))) return false
  const why = reason || 'Cancelled by the club'
  if (orderLineId !== null && buyerId !== null)
    await returnOrderLine(context, { id: buyerId, orderLineId, giveBack: false, reason: why })
  else
    await reverseCharge(context.tx, {
      ...{ chargeId, on: await clubToday(context, session.clubId), reason: why },
      accountId: context.user.accountId,
    })
  return true
}

/** Does an event still run, or has a day of it been held? */
async function hasOtherDays({ tx }: Write, classId: number): Promise<boolean> {
  const klass = await tx
    .selectFrom('class')
    .select(({ eb }) => ['start_date', eb.fn.coalesce('end_date', sql<string>`start_date + 366`).as('end_date')])
    .select(sql<boolean>`exists (select from attendance where class_id = class.id)`.as('isHeld'))
    .where('id', '=', classId)
    .executeTakeFirstOrThrow()
  const days = sessionsBetween(tx, sql`class.id = ${classId}`, klass.start_date, klass.end_date)
  return klass.isHeld || (await days).length > 0
}

/** Bookings and the waiting list, to a day that has room for all of them. */
async function moveAll(
  context: Write,
  { classId, clubId, classDate }: RunningSession,
  people: readonly Person[],
  to: string,
): Promise<RunningSession> {
  const day = await lockDay(context.tx, classId, to)
  if (!day || day.startsAt <= context.now || to === classDate) throw refused('Choose a session that is still to come.')
  const holders = await holdersOf(context.tx, day, context.now)
  const without = people.filter(
    ({ as, memberId }) => as === 'booked' && holders.every(each => each.memberId !== memberId),
  )
  for (const person of without) {
    const full = noPlace(day, holders, person)
    if (full !== null) throw refused(`${without.length} bookings don’t fit there. ${full}`)
    holders.push({ ...person, isOffer: false })
  }
  const from = { classId, clubId, classDate }
  await moveBookings(context, { from, to })
  await moveWaiting(context, { from, to })
  return day
}

const weeksAhead = 8

/** The next session in which someone on a trial has a place; null where there is none within eight weeks. */
async function moveTrial(
  context: Write,
  { classId, clubId, classDate }: RunningSession,
  person: Person,
): Promise<RunningSession | null> {
  const { tx, now } = context
  const { rows } = await sql<{ date: string }>`
    select class_date as date
    from ${occurrenceSql(sql`class.id = ${classId}`, addDays(classDate, 1), addDays(classDate, 7 * weeksAhead))} session
    where not exists (select from booking where booking.class_id = session.class_id
      and booking.booking_date = session.class_date and member_id = ${person.memberId} and cancelled_at is null)
    order by class_date`.execute(tx)
  for (const { date } of rows) {
    const day = await lockDay(tx, classId, date)
    if (!day || day.startsAt <= now || noPlace(day, await holdersOf(tx, day, now), person) !== null) continue
    await moveBookings(context, { from: { classId, clubId, classDate }, to: date, memberIds: [person.memberId] })
    return day
  }
  return null
}

async function endWaiting(context: Write, session: RunningSession): Promise<void> {
  const { rows } = await sql<{ id: number; memberId: number; offerUntil: Date | null }>`
    select id, member_id as "memberId", offer_until as "offerUntil" from waiting_list_entry
    where class_id = ${session.classId} and class_date = ${session.classDate} and closed_at is null
    order by id`.execute(context.tx)
  for (const entry of rows) await closeEntry(context, session, entry, 'ended')
}

const refused = (message: string) => new Refused(409, message, { moveBookingsTo: [message] })
