import * as z from 'zod/mini'
import { date, finishTime, timeOfDay } from './calendar.ts'
import { get, id, post } from './endpoint.ts'
import { admin, klass, location, staff } from './guards.ts'
import { written } from './written.ts'

/** What became of the people of sessions that no longer take place. */
export const outcome = {
  /** Bookings cancelled, and moved to another session. */
  cancelled: z.int(),
  moved: z.int(),
  /** Messages on their way. */
  emails: z.int(),
  texts: z.int(),
  /** Members whom no email or text reaches, to be called. */
  notReached: z.array(z.object({ memberId: id, name: z.string(), phone: z.string() })),
}

export const getSession = get('/api/club/GetSession/:id', {
  summary:
    'One session of a class: how it differs from its week, and the sessions to which its bookings can move. ' +
    '`runs` is false on a day on which the class does not run.',
  access: klass('id'),
  input: { classDate: date },
  output: z.object({
    classId: id,
    className: z.string(),
    clubId: id,
    classDate: date,
    runs: z.boolean(),
    /** Beyond its week. */
    isAdded: z.boolean(),
    isCancelled: z.boolean(),
    reason: z.string(),
    /** The day to which it has moved. */
    movedTo: z.nullable(date),
    /** Null on a day on which the class does not run. */
    startTime: z.nullable(timeOfDay),
    finishTime: z.nullable(finishTime),
    locationId: z.nullable(id),
    instructorIds: z.array(id),
    /** A prebooked class runs in slots, which have times of their own. */
    isPrebooked: z.boolean(),
    hasBegun: z.boolean(),
    isAdmin: z.boolean(),
    booked: z.int(),
    waiting: z.int(),
    /** The next sessions; free: null means as many as come. */
    next: z.array(z.object({ classDate: date, startTime: timeOfDay, finishTime, free: z.nullable(z.int()) })),
  }),
})

const reason = z._default(written(200), '')

/** Says that the user has seen everyone concerned. */
const acknowledged = z._default(z.boolean(), false)
const notify = z._default(z.boolean(), true)

const changed = z.object({ classId: id, classDate: date, ...outcome })

const seen = ' Refused 409 under `acknowledged` with everyone concerned, until seen.'

export const cancelSession = post('/api/club/CancelSession/:id', {
  summary:
    'Cancels one session of a class. Bookings and waiting list move to another session where one is named. Otherwise ' +
    `trials move to their next session, other bookings are cancelled, and what was paid is credited.${seen}`,
  access: admin(klass('id')),
  input: {
    classDate: date,
    reason,
    moveBookingsTo: z._default(z.nullable(date), null),
    acknowledged,
    notify,
  },
  output: changed,
})

/** Times of a session that a person gives. */
const times = { startTime: timeOfDay, finishTime }

export const moveSession = post('/api/club/MoveSession/:id', {
  summary:
    'Gives one session of a class another day, time, room (null: the usual one) or instructors (left out: as they are). ' +
    `Its bookings and waiting list go with it.${seen}`,
  access: [admin(klass('id')), location('locationId'), staff('instructorIds')],
  input: {
    classDate: date,
    toDate: date,
    ...times,
    locationId: z._default(z.nullable(id), null),
    instructorIds: z.optional(z.array(id).check(z.maxLength(20))),
    reason,
    acknowledged,
    notify,
  },
  output: changed,
})

export const addSession = post('/api/club/AddSession/:id', {
  summary: `Adds a session to a class on a day on which it doesn't run otherwise.${seen}`,
  access: [admin(klass('id')), location('locationId')],
  input: { classDate: date, ...times, locationId: z._default(z.nullable(id), null), acknowledged, notify },
  output: changed,
})

export const restoreSession = post('/api/club/RestoreSession/:id', {
  summary: `Puts a cancelled session back on, without the bookings it had, or one that was moved back to its usual time and room.${seen}`,
  access: admin(klass('id')),
  input: { classDate: date, acknowledged, notify },
  output: changed,
})
