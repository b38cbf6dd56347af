import { type Expression, sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { dropPeople } from './drop-people.ts'
import { type Plan, planNotice, tellSessionsJob, type Word } from './notices.ts'
import { cancelWords, consequences } from './session.text.ts'
import {
  type People,
  peopledSpan,
  peopleOf,
  type RunningSession,
  sessionKey,
  sessionsBetween,
} from './session-people.ts'

interface Concerned {
  /** A condition on `class`; all of one club. */
  readonly classes: Expression<unknown>
  readonly clubId: number
  /** The days that can be concerned, both included; left out: all on which anyone is booked, waits or is marked. */
  readonly days?: { readonly from: string; readonly to: string }
  /** Enrolled members are concerned in sessions up to this instant; null: in none, as where their class moves to another weekday. */
  readonly enrolledUntil: Date | null
  /** The user has seen the consequences. */
  readonly acknowledged: boolean
  /** Why, as members read it. */
  readonly reason: string
  readonly notify: boolean
  readonly moveTo?: string | null
}

/** What became of the people of sessions that no longer take place. */
export interface Outcome {
  readonly cancelled: number
  readonly moved: number
  readonly emails: number
  readonly texts: number
  readonly notReached: Plan['notReached']
}

/**
 * Makes a change to the days on which classes run, and looks after the people of sessions that no longer take place:
 * bookings move or are cancelled, what was paid is credited, waiting lists end, and members are told. Marks stay.
 * @throws Refused 409 under `acknowledged` with the consequences, while the user hasn't seen them
 */
export async function changeDays<T>(
  context: Write,
  concerned: Concerned,
  change: () => Promise<T>,
): Promise<{ saved: T; outcome: Outcome }> {
  const { tx } = context
  await lockDays(tx, concerned)
  const before = await concernedSessions(context, concerned)
  const all = await peopleOf(tx, before, { now: context.now, enrolledUntil: concerned.enrolledUntil })
  const saved = await change()
  const [first, last] = [before[0], before.at(-1)]
  const still = first && last ? await sessionsBetween(tx, concerned.classes, first.classDate, last.classDate) : []
  const running = new Set(still.map(sessionKey))
  return { saved, outcome: await dropSessions(context, concerned, without(all, running)) }
}

/** A booking that is being made meanwhile waits, and then finds that the class doesn't run. */
async function lockDays(tx: Write['tx'], { classes, days }: Concerned): Promise<void> {
  const { from, to } = days ?? always
  await sql`select id from class where ${classes} order by id for no key update`.execute(tx)
  await sql`
    select slot.id from class_availability slot join class on class.id = slot.class_id
    where ${classes} and slot.class_date between ${from} and ${to} order by slot.id for update of slot`.execute(tx)
}

/** The people of sessions that have just been taken away. */
async function dropSessions(context: Write, concerned: Concerned, lost: People): Promise<Outcome> {
  const { clubId, acknowledged, reason, notify, moveTo = null } = concerned
  const fates = await dropPeople(context, lost, { reason, moveTo })
  const plan = notify ? await planWords(context, clubId, cancelWords(fates, reason), lost.sessions) : null
  const lines = consequences(lost, fates, plan)
  if (!acknowledged && lines.length > 0) throw refusedUntilSeen(lost.sessions, lines)
  if (plan) await send(context, plan)
  const booked = fates.filter(({ person }) => person.as === 'booked')
  const moved = booked.filter(({ movedTo }) => movedTo).length
  const { emails = 0, texts = 0, notReached = [] } = plan ?? {}
  return { cancelled: booked.length - moved, moved, emails, texts, notReached }
}

const always = { from: '0001-01-01', to: '9999-12-31' }

const day = 86_400_000

/** Plans how members are told. What starts within a day is urgent. */
export async function planWords(
  context: Write,
  clubId: number,
  words: readonly Word[],
  sessions: readonly RunningSession[],
): Promise<Plan> {
  const isUrgent = sessions.some(
    ({ startsAt }) => startsAt > context.now && startsAt.getTime() - context.now.getTime() < day,
  )
  return await planNotice(context, { clubId, words, isUrgent })
}

export async function send({ enqueue }: Write, { notice }: Plan): Promise<void> {
  if (notice.words.length > 0) await enqueue(tellSessionsJob, notice)
}

export function refusedUntilSeen(sessions: readonly RunningSession[], lines: readonly string[]): Refused {
  const message =
    sessions.length === 1
      ? 'This concerns people who have a place.'
      : `This concerns people in ${sessions.length} sessions.`
  return new Refused(409, message, { acknowledged: [...lines] })
}

async function concernedSessions({ tx }: Write, { classes, days }: Concerned): Promise<RunningSession[]> {
  if (days) return await sessionsBetween(tx, classes, days.from, days.to)
  const span = await peopledSpan(tx, classes, always.from, always.to)
  if (!span) return []
  return await sessionsBetween(tx, classes, span.first, span.last)
}

/** Only of sessions that ran before: one that was lost already isn't lost again. */
function without({ sessions, people, marks }: People, running: ReadonlySet<string>): People {
  const isLost = (session: { classId: number; classDate: string }) => !running.has(sessionKey(session))
  return {
    sessions: sessions.filter(isLost),
    people: people.filter(isLost),
    marks: new Map([...marks].filter(([key]) => !running.has(key))),
  }
}

/** A change of a class's week or last day: its bookings on days that it loses are cancelled, enrolments go on. */
export const changeOfClass = (klass: { id: number; club_id: number }, acknowledged: boolean): Concerned => ({
  classes: sql`class.id = ${klass.id}`,
  clubId: klass.club_id,
  enrolledUntil: null,
  acknowledged,
  reason: '',
  notify: true,
})
