import { rulesOf } from '@honbu/contract/class-types.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { longDate } from '@honbu/contract/format.ts'
import { timesError } from '@honbu/contract/session-times.ts'
import type * as call from '@honbu/contract/sessions.ts'
import { sql } from 'kysely'
import { takeAlong } from '../bookings/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { changeDays, type Outcome, planWords, refusedUntilSeen, send } from './change-days.ts'
import { type ClassRow, lockClass } from './lock-class.ts'
import type { Word } from './notices.ts'
import { coverOf, setCover, teachersOn } from './save-cover.ts'
import { consequences, extraWords, moveWords } from './session.text.ts'
import { type Person, peopleOf, type RunningSession } from './session-people.ts'
import {
  holdSession,
  readSessionRow,
  runningSession,
  type SessionRow,
  storeSession,
  type Times,
  usualRoom,
  usualTimes,
} from './session-row.ts'

/** Cancels one session, and looks after everyone who has a place. */
export async function cancelSession(context: Write, given: Input<typeof call.cancelSession>) {
  const { tx } = context
  const { id, classDate, reason, moveBookingsTo: moveTo, acknowledged, notify } = given
  const klass = await lockClass(context, id, undefined)
  await requireRunning(tx, klass, classDate)
  await requireNoMarks(tx, klass, classDate)
  const was = await readSessionRow(tx, id, classDate)
  const { outcome } = await changeDays(
    context,
    {
      ...{ classes: sql`class.id = ${id}`, clubId: klass.club_id, days: { from: classDate, to: classDate } },
      ...{ enrolledUntil: always, acknowledged, reason, notify, moveTo },
    },
    () => storeSession(tx, klass, classDate, { is_cancelled: true, reason, moved_to: moveTo }),
  )
  await record(context, klass, classDate, was)
  return { classId: id, classDate, ...outcome }
}

/** Holds one session at another time, in another room, by others or on another day, with everyone who has a place. */
export async function moveSession(context: Write, given: Input<typeof call.moveSession>) {
  const { tx, now } = context
  const { id, classDate, toDate, startTime, reason } = given
  const klass = await lockClass(context, id, undefined)
  const session = await requireRunning(tx, klass, classDate)
  requireTimes(given)
  await requireSlotTimes(tx, klass, given)
  if (session.startsAt <= now) throw refused('classDate', `${klass.class_name} on ${longDate(classDate)} has begun.`)
  const people = await peopleOf(tx, [session], { now, enrolledUntil: always })
  const was = await readSessionRow(tx, id, classDate)
  const place = { ...given, locationId: given.locationId ?? (await usualRoom(tx, klass, classDate)) }
  if (toDate !== classDate) {
    await requireNoMarks(tx, klass, classDate)
    await requireFree(tx, klass, toDate)
    await storeSession(tx, klass, classDate, { is_cancelled: true, reason, moved_to: toDate })
  }
  const is = await holdSession(context, klass, { ...place, classDate: toDate, field: 'toDate' })
  if (is.startsAt <= now) throw refused('toDate', 'Choose a day and time that are still to come.')
  await storeSession(tx, klass, toDate, { reason })
  await takeAlong(tx, { classId: id, from: classDate, to: toDate, startTime, field: 'toDate' })
  const taught = await teachersOn(tx, id, classDate)
  await setCover(context, klass, toDate, given.instructorIds ?? (await coverOf(tx, id, classDate)))
  const teaches = await teachersOn(tx, id, toDate)
  const teachers = taught.names.join() === teaches.names.join() ? [] : teaches.names
  const room = was?.location_id ?? (await usualRoom(tx, klass, classDate))
  const where = await newRoom(tx, room, place.locationId)
  const words = moveWords(people.people, session, { ...is, place: where, teachers }, reason)
  const outcome = await tellAndSee(context, given, { klass, people: people.people, session, words })
  await record(context, klass, classDate, was)
  if (toDate !== classDate) await record(context, klass, toDate, undefined)
  return { classId: id, classDate: toDate, ...outcome }
}

/** Adds a session on a day on which the class doesn't run otherwise. Enrolled members are expected. */
export async function addSession(context: Write, given: Input<typeof call.addSession>) {
  const { tx } = context
  const { id, classDate } = given
  const klass = await lockClass(context, id, undefined)
  if (isPrebooked(klass)) throw refused('id', `${klass.class_name} is prebooked: add a slot instead.`)
  requireTimes(given)
  await requireFree(tx, klass, classDate)
  const was = await readSessionRow(tx, id, classDate)
  const place = { ...given, locationId: given.locationId ?? (await usualRoom(tx, klass, classDate)) }
  const session = await holdSession(context, klass, { ...place, field: 'classDate' })
  await storeSession(tx, klass, classDate, { reason: '' })
  const { people } = await peopleOf(tx, [session], { now: context.now, enrolledUntil: always })
  const outcome = await tellAndSee(context, given, {
    klass,
    people,
    session,
    words: extraWords(people, session, 'added'),
  })
  await record(context, klass, classDate, was)
  return { classId: id, classDate, ...outcome }
}

/** Puts a session back on, or back to its usual time and room. Bookings that were cancelled don't come back. */
export async function restoreSession(context: Write, given: Input<typeof call.restoreSession>) {
  const { tx } = context
  const { id, classDate } = given
  const klass = await lockClass(context, id, undefined)
  const row = await readSessionRow(tx, id, classDate)
  if (!row || !(row.is_cancelled || row.start_time || row.location_id))
    throw refused('classDate', `${klass.class_name} on ${longDate(classDate)} is as usual.`)
  if (row.is_added && !row.is_cancelled) throw refused('classDate', 'This session was added. Cancel it instead.')
  if (row.moved_to && (await runningSession(tx, id, row.moved_to)))
    throw refused('classDate', `It has moved to ${longDate(row.moved_to)}. Move that session back instead.`)
  const before = row.is_cancelled ? null : await runningSession(tx, id, classDate)
  const usual = row.is_added
    ? { startTime: row.start_time?.slice(0, 5) ?? '', finishTime: row.finish_time?.slice(0, 5) ?? '' }
    : await usualTimes(tx, id, classDate)
  if (!usual) throw refused('classDate', `${klass.class_name} doesn’t run on ${longDate(classDate)} any more.`)
  const locationId = await usualRoom(tx, klass, classDate)
  const is = await holdSession(context, klass, { ...usual, classDate, locationId, field: 'classDate' })
  await storeSession(tx, klass, classDate, { reason: '' })
  const { people } = await peopleOf(tx, [is], { now: context.now, enrolledUntil: always })
  const place = await newRoom(tx, row.location_id ?? locationId, locationId)
  const words = before
    ? moveWords(people, before, { ...is, place, teachers: [] }, '')
    : extraWords(people, is, 'back on')
  const outcome = await tellAndSee(context, given, { klass, people, session: is, words })
  await record(context, klass, classDate, row)
  return { classId: id, classDate, ...outcome }
}

interface Told {
  readonly klass: ClassRow
  readonly people: readonly Person[]
  readonly session: RunningSession
  readonly words: readonly Word[]
}

/** Tells everyone concerned, once the user has seen who they are. What is over concerns no one. */
async function tellAndSee(
  context: Write,
  { acknowledged, notify }: { acknowledged: boolean; notify: boolean },
  { klass, people, session, words }: Told,
): Promise<Outcome> {
  const none = { cancelled: 0, moved: 0, emails: 0, texts: 0, notReached: [] }
  if (!notify || words.length === 0 || session.startsAt <= context.now) return none
  const plan = await planWords(context, klass.club_id, words, [session])
  const all = { sessions: [session], people: people.map(each => ({ ...each, ...session })), marks: new Map() }
  if (!acknowledged) throw refusedUntilSeen([session], consequences(all, [], plan))
  await send(context, plan)
  return { ...none, emails: plan.emails, texts: plan.texts, notReached: plan.notReached }
}

/** @throws Refused 400 on `classDate` */
async function requireRunning(tx: Write['tx'], klass: ClassRow, classDate: string): Promise<RunningSession> {
  const session = await runningSession(tx, klass.id, classDate)
  if (session) return session
  throw refused('classDate', `${klass.class_name} doesn’t run on ${longDate(classDate)}.`, 400)
}

/** @throws Refused 409 on `toDate`: a class has one session a day */
async function requireFree(tx: Write['tx'], klass: ClassRow, toDate: string): Promise<void> {
  const there = await runningSession(tx, klass.id, toDate)
  if (!there) return
  const message = `${klass.class_name} runs on ${longDate(toDate)} already, at ${there.startTime}. A class has one session a day.`
  throw new Refused(409, message, { toDate: [message], classDate: [message] })
}

function requireTimes(times: Times): void {
  const wrong = timesError(times)
  if (wrong) throw refused('finishTime', wrong, 400)
}

/** @throws Refused 409 on `startTime`: a slot has its own day and times, which move with its bookings */
async function requireSlotTimes(
  tx: Write['tx'],
  klass: ClassRow,
  given: Input<typeof call.moveSession>,
): Promise<void> {
  if (!isPrebooked(klass)) return
  const slot = await usualTimes(tx, klass.id, given.classDate)
  const isSame =
    given.toDate === given.classDate && slot?.startTime === given.startTime && slot.finishTime === given.finishTime
  if (!isSame) throw refused('startTime', `${klass.class_name} is prebooked: change the day and time of its slot.`)
}

async function requireNoMarks(tx: Write['tx'], klass: ClassRow, classDate: string): Promise<void> {
  const { rows } = await sql`
    select from attendance where class_id = ${klass.id} and class_date = ${classDate} limit 1`.execute(tx)
  if (rows.length > 0) throw refused('classDate', `The register of ${longDate(classDate)} has marks. Clear them first.`)
}

/** The name of the room, where the session has another one than before; else empty. */
async function newRoom(tx: Write['tx'], before: number | null, now: number | null): Promise<string> {
  if (now === null || now === before) return ''
  const room = await tx.selectFrom('location').select('name').where('id', '=', now).executeTakeFirst()
  return room?.name ?? ''
}

async function record(context: Write, klass: ClassRow, classDate: string, was: SessionRow | undefined): Promise<void> {
  const is = await readSessionRow(context.tx, klass.id, classDate)
  context.audit({
    clubId: klass.club_id,
    subject: 'class_session',
    subjectId: klass.id,
    before: was ? { classDate, ...shown(was) } : { classDate },
    after: is ? { classDate, ...shown(is) } : { classDate },
  })
}

const shown = ({ is_added, is_cancelled, start_time, finish_time, location_id, moved_to, reason }: SessionRow) => ({
  ...{ isAdded: is_added, isCancelled: is_cancelled, startTime: start_time, finishTime: finish_time },
  ...{ locationId: location_id, movedTo: moved_to, reason },
})

/** One session concerns everyone enrolled, however far ahead it is. */
const always = new Date(8_640_000_000_000_000)

const isPrebooked = ({ class_type_id }: ClassRow) => rulesOf(class_type_id).runs === 'slots'

const refused = (field: string, message: string, status = 409) => new Refused(status, message, { [field]: [message] })
