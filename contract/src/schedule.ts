import * as z from 'zod/mini'
import { date, finishTime, timeOfDay } from './calendar.ts'
import { get, id, post } from './endpoint.ts'
import { admin, club } from './guards.ts'

/** What an instructor teaches or covers at the same time; `clubName` is null in the same club. */
export const InstructorClash = z.object({
  instructor: z.string(),
  className: z.string(),
  clubName: z.nullable(z.string()),
})

/** A class on a day, as the schedule draws it. */
export const ScheduleEntry = z.object({
  classId: id,
  className: z.string(),
  classTypeId: z.int(),
  classDate: date,
  startTime: timeOfDay,
  finishTime,
  locationId: z.nullable(id),
  location: z.string(),
  disciplineName: z.string(),
  /** #rrggbb, of the primary discipline. */
  colour: z.string(),
  /** Who teaches that day; `isCover`: others than usually. */
  instructors: z.array(z.string()),
  isCover: z.boolean(),
  capacity: z.nullable(z.int()),
  reservations: z.int(),
  /** Members on the waiting list. */
  waiting: z.int(),
  /** As in ClassListEntry: all on the register. */
  expected: z.int(),
  attended: z.int(),
  absent: z.int(),
  /** The names of the classes that are in the same room at the same time. */
  clashesWith: z.array(z.string()),
  instructorClashes: z.array(InstructorClash),
})

/** A session that would have run on a day. */
export const CancelledEntry = z.object({
  classId: id,
  className: z.string(),
  classDate: date,
  startTime: timeOfDay,
  finishTime,
  reason: z.string(),
  /** The day that has taken its place. */
  movedTo: z.nullable(date),
})

export const getClubSchedule = get('/api/club/GetClubSchedule/:id', {
  summary:
    "A club's week (Monday to Sunday) around a day, or that day alone, or the weeks of its month; without a day, around " +
    "today in the club's time zone.",
  access: club('id'),
  input: { day: z.optional(date), view: z._default(z.enum(['day', 'week', 'month']), 'week') },
  output: z.object({
    clubName: z.string(),
    today: date,
    /** The time of day in the club's zone, HH:mm. */
    now: timeOfDay,
    from: date,
    to: date,
    closures: z.array(z.object({ date, name: z.string() })),
    occurrences: z.array(ScheduleEntry),
    /** Sessions that were cancelled or moved to another day. */
    cancelled: z.array(CancelledEntry),
  }),
})

/** The secret address of a calendar, below the product's own; null when there is none. */
const feedAddress = z.nullable(z.string())

export const getCalendarFeeds = get('/api/club/GetCalendarFeeds/:id', {
  summary: "The addresses of the club's calendar, and of the calendar of what the signed-in user teaches anywhere.",
  access: club('id'),
  output: z.object({ clubFeed: feedAddress, myFeed: feedAddress, isAdmin: z.boolean() }),
})

const renewed = z.object({ address: z.string() })

export const renewClubFeed = post('/api/club/RenewClubFeed/:id', {
  summary: "Gives the club's calendar a new address; the one before no longer works.",
  access: admin(club('id')),
  output: renewed,
})

export const revokeClubFeed = post('/api/club/RevokeClubFeed/:id', {
  summary: "Takes the address of the club's calendar away.",
  access: admin(club('id')),
  output: z.object({}),
})

export const renewMyFeed = post('/api/club/RenewMyFeed', {
  summary: 'Gives the calendar of what the signed-in user teaches a new address; the one before no longer works.',
  access: 'signedIn',
  output: renewed,
})

export const revokeMyFeed = post('/api/club/RevokeMyFeed', {
  summary: 'Takes the address of that calendar away.',
  access: 'signedIn',
  output: z.object({}),
})
