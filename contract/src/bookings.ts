import * as z from 'zod/mini'
import { date, daysBetween, finishTime, timeOfDay } from './calendar.ts'
import { ask, get, id, post } from './endpoint.ts'
import { admin, booking, klass, member, slot } from './guards.ts'
import { photoAddress } from './photo-address.ts'
import { timesError } from './session-times.ts'
import { written } from './written.ts'

/** A place that a member has in a class on a day. */
export const Booking = z.object({ bookingId: id, memberId: id, classId: id, bookingDate: date })

/** Someone who has no e-mail address and so has not been told. */
export const NotTold = z.object({ memberId: id, name: z.string(), phone: z.string() })

/** What became of those who have a place or wait for one: how many were written to, and who has to be called. */
const told = { told: z.int(), notTold: z.array(NotTold) }

/** A day of a class with its places. */
export const ClassAvailability = z.object({
  /** Null for a class with a week: its days are not made one by one. */
  slotId: z.nullable(id),
  version: z.int(),
  classDate: date,
  startTime: timeOfDay,
  finishTime,
  /** Null: as many as come. */
  capacity: z.nullable(z.int()),
  booked: z.int(),
  /** Kept for someone on the waiting list until the time of the offer is over. */
  offered: z.int(),
  /** On the waiting list without an offer. */
  waiting: z.int(),
  /** What can be booked now: not what is offered, nor what the next on the waiting list will be offered. */
  available: z.nullable(z.int()),
  /** Of those who are booked, enrolled or offered a place. */
  taken: z.int(),
  /** Why the club is closed on that day; null when it is not. */
  closure: z.nullable(z.string()),
  hasBegun: z.boolean(),
  isOver: z.boolean(),
})

/** Days that one answer holds at most. */
export const mostSlotDays = 400

export const getClassAvailabilities = ask('/api/club/GetClassAvailabilities/:id', {
  summary:
    'The days of a class with their places, from and to included (at most 400 days): the slots of a prebooked class, the ' +
    'days on which it runs of any other.',
  access: klass('id'),
  input: { dateFrom: date, dateTo: date },
  output: z.object({
    classId: id,
    today: date,
    isPrebooked: z.boolean(),
    isAdmin: z.boolean(),
    /** Hours that an offer of the waiting list is kept for. */
    offerHours: z.int(),
    slots: z.array(ClassAvailability),
    /** The days between the two on which the club is closed. */
    closures: z.array(z.object({ date, name: z.string() })),
  }),
})

const places = z
  .int({ error: 'A whole number from 1' })
  .check(z.gte(1, { error: 'At least 1 place' }), z.lte(10_000, { error: 'At most 10,000 places' }))

/** What a person edits of a slot. */
export const SlotFields = z
  .object({ classDate: date, startTime: timeOfDay, finishTime, capacity: places })
  .check(context => {
    const { startTime, finishTime } = context.value
    const wrong = timesError({ startTime, finishTime })
    if (wrong) context.issues.push({ code: 'custom', input: finishTime, path: ['finishTime'], message: wrong })
  })

export const saveClassAvailability = post('/api/club/SaveClassAvailability/:id', {
  summary:
    'Saves a slot of a prebooked class (id: the class; slotId null: a new slot). Another day or time takes its bookings and ' +
    'its waiting list along, and the members are told by e-mail. More places go to the waiting list first; fewer than are ' +
    'taken are refused.',
  access: [admin(klass('id')), admin(slot('slotId'))],
  input: {
    slotId: z.optional(z.nullable(id)),
    /** Of the slot that was edited; none is needed for a new one. */
    version: z.optional(z.int()),
    classDate: date,
    startTime: timeOfDay,
    finishTime,
    capacity: places,
  },
  output: z.object({ slotId: id, classId: id, classDate: date, version: z.int(), ...told }),
})

export const deleteClassAvailability = post('/api/club/DeleteClassAvailability/:id', {
  summary:
    'Deletes a slot. While places are booked it is refused (409 under `moveToSlotId`), unless the bookings are to move to ' +
    'another slot of the class that has room for all of them; the members are told by e-mail.',
  access: [admin(slot('id')), admin(slot('moveToSlotId'))],
  input: { moveToSlotId: z.optional(z.nullable(id)) },
  output: z.object({ slotId: id, classId: id, classDate: date, moved: z.int(), ...told }),
})

const weekdays = z
  .array(z.int().check(z.gte(1), z.lte(7)))
  .check(z.minLength(1, { error: 'Choose at least one day of the week' }), z.maxLength(7))

/** What a person gives for many slots at once: on these weekdays (1 Monday … 7 Sunday), from one date to another. */
export const SlotSeriesFields = z
  .object({ weekdays, dateFrom: date, dateTo: date, startTime: timeOfDay, finishTime, capacity: places })
  .check(context => {
    const { dateFrom, dateTo, startTime, finishTime } = context.value
    const tooLong = daysBetween(dateFrom, dateTo) >= mostSlotDays && `At most ${mostSlotDays} days`
    const wrong = dateTo < dateFrom ? 'Should not be before the first day' : tooLong
    if (wrong) context.issues.push({ code: 'custom', input: dateTo, path: ['dateTo'], message: wrong })
    const times = timesError({ startTime, finishTime })
    if (times) context.issues.push({ code: 'custom', input: finishTime, path: ['finishTime'], message: times })
  })

/** What becomes of a day of a series. */
export const SeriesDay = z.object({
  classDate: date,
  becomes: z.enum(['new', 'exists', 'closed', 'past', 'outside']),
  /** Why, for a person: 'Good Friday', 'Has a slot at 18:00'; empty for a new one. */
  why: z.string(),
})

export const getClassAvailabilitySeries = ask('/api/club/GetClassAvailabilitySeries/:id', {
  summary:
    'What a series of slots would become, day by day, by the same rules by which it is saved: closures, days outside ' +
    'the class and days that are over are left out, slots that exist are kept as they are.',
  access: klass('id'),
  input: { weekdays, dateFrom: date, dateTo: date, startTime: timeOfDay },
  output: z.object({ days: z.array(SeriesDay) }),
})

export const saveClassAvailabilitySeries = post('/api/club/SaveClassAvailabilitySeries/:id', {
  summary: 'Makes the new slots of a series, all or none. Answers their dates.',
  access: admin(klass('id')),
  input: { weekdays, dateFrom: date, dateTo: date, startTime: timeOfDay, finishTime, capacity: places },
  output: z.object({ classId: id, dates: z.array(date) }),
})

export const saveOfferHours = post('/api/club/SaveOfferHours/:id', {
  summary: 'For how many hours a place that has fallen free is kept for the one on the waiting list it is offered to.',
  access: admin(klass('id')),
  input: {
    offerHours: z
      .int({ error: 'A whole number of hours' })
      .check(z.gte(1, { error: 'At least an hour' }), z.lte(168, { error: 'At most 168 hours, a week' })),
  },
  output: z.object({ classId: id, offerHours: z.int() }),
})

const Person = {
  memberId: id,
  firstName: z.string(),
  lastName: z.string(),
  code: z.string(),
  photoUrl: z.nullable(photoAddress),
  memberStatusId: z.int(),
  /** The member's own e-mail address, or that of a guardian; empty: call them. */
  email: z.string(),
  phone: z.string(),
}

export const getBookings = get('/api/club/GetBookings/:id', {
  summary: 'Who is booked for a class on a day, and who waits for a place, first come first served.',
  access: klass('id'),
  input: { classDate: date },
  output: z.object({
    classId: id,
    classDate: date,
    /** Of the club: what its clock shows is what people are told. */
    timeZone: z.string(),
    booked: z.array(z.object({ bookingId: id, ...Person, bookedAt: z.string(), attended: z.nullable(z.boolean()) })),
    waiting: z.array(
      z.object({
        ...Person,
        /** From 1. */
        position: z.int(),
        joinedAt: z.string(),
        /** The place is kept for them until this instant (ISO 8601, UTC); null: none is offered. */
        offerUntil: z.nullable(z.string()),
      }),
    ),
  }),
})

const day = { classId: id, bookingDate: date }

/** Why the member has a place although they have left the club, or are of another age or grade than the class is for. */
const overrideReason = z.optional(written(200))

export const saveBooking = post('/api/member/SaveBooking/:id', {
  summary:
    'Books a place in a class on a day for a member. The id is the member beside a classId, the class beside the memberId ' +
    'of someone else; a memberId of its own books the only class they are enrolled in that day, or else the only one of ' +
    'their clubs (409 under `classId` names them where there are several). Refused 409 under `bookingDate` when no place is ' +
    'free: those on the waiting list come first. Who has been offered a place takes it by this. An enquiry becomes ' +
    'a prospect. Refused 409 under `overrideReason`, until one is given, for members who have left or are of another age or ' +
    'grade.',
  access: [member('memberId'), klass('classId')],
  repeats: { memberId: 'id' },
  pathId: ['memberId', 'classId'],
  input: { memberId: z.optional(id), classId: z.optional(id), bookingDate: date, overrideReason },
  output: Booking,
})

export const cancelBooking = post('/api/member/CancelBooking/:id', {
  summary: 'Cancels a booking (id: of the booking). Its place is offered to the first on the waiting list.',
  access: booking('id'),
  output: Booking,
})

export const joinWaitingList = post('/api/member/JoinWaitingList/:id', {
  summary: 'Puts a member (id) on the waiting list of a class on a day; refused while there is a place to book.',
  access: [member('id'), klass('classId')],
  input: { ...day, overrideReason },
  output: z.object({ memberId: id, ...day, position: z.int() }),
})

export const leaveWaitingList = post('/api/member/LeaveWaitingList/:id', {
  summary: 'Takes a member (id) off the waiting list, or declines the place that was offered: the next one is asked.',
  access: [member('id'), klass('classId')],
  input: day,
  output: z.object({ memberId: id, ...day, declined: z.boolean() }),
})
