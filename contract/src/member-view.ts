import * as z from 'zod/mini'
import { Belt } from './belt.ts'
import { date, finishTime, isDate, timeOfDay } from './calendar.ts'
import { ask, get, id } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { member } from './guards.ts'
import { photoAddress } from './photo-address.ts'

/** What the member view's header and summary show of a membership. */
export const MembershipSummary = z.object({
  clubMemberId: id,
  clubId: id,
  clubName: z.string(),
  memberStatusId: z.int(),
  categoryName: z.nullable(z.string()),
  planName: z.nullable(z.string()),
  subFrequency: z.nullable(z.string()),
  /** Pounds. */
  subPrice: z.nullable(z.number()),
  memberSince: z.nullable(date),
  memberUntil: z.nullable(date),
  nextRenewal: z.nullable(date),
  nextPayment: z.nullable(date),
  trialStart: z.nullable(date),
  isGradingCandidate: z.boolean(),
  /** That stands today in a club of the caller; its last day, null: until somebody says so. */
  freeze: z.nullable(z.object({ until: z.nullable(date) })),
  /** Flag 8 of the communication flags. */
  allowPhoto: z.boolean(),
  requireTerms: z.boolean(),
  hasTerms: z.boolean(),
  /** Whether the caller works in this club, and whether as an admin; a sister club's membership is only seen. */
  isOurs: z.boolean(),
  isAdmin: z.boolean(),
})

export const getDetails = get('/api/member/GetDetails/:id', {
  summary:
    'Who a member is and how he stands: the header of the member view and its summary. Money and notes are those of the ' +
    "caller's clubs.",
  access: member('id'),
  output: z.object({
    memberId: id,
    personId: id,
    code: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    gender: z.string(),
    dob: z.nullable(date),
    email: z.nullable(z.string()),
    phoneDay: z.nullable(z.string()),
    phoneEve: z.nullable(z.string()),
    phoneMob: z.nullable(z.string()),
    address: z.string(),
    photoUrl: z.nullable(photoAddress),
    /** Today in the club of the first membership. */
    today: date,
    /** The caller's own clubs first; there, the one that is most alive first. */
    memberships: z.array(MembershipSummary),
    belts: z.array(
      z.object({ disciplineId: id, disciplineName: z.string(), belt: z.nullable(Belt), lastGrading: z.nullable(date) }),
    ),
    /** As the club has put them in order. */
    contacts: z.array(
      z.object({
        personId: id,
        name: z.string(),
        relationship: z.string(),
        isGuardian: z.boolean(),
        isEmergency: z.boolean(),
        phone: z.nullable(z.string()),
        email: z.nullable(z.string()),
      }),
    ),
    tags: z.array(z.object({ id, name: z.string() })),
    /** Pounds: payments less charges; below zero is owed. */
    balance: z.number(),
    /** Pounds overdue, and in words: "£35.00 overdue, 12 days"; empty when nothing is. */
    outstandingFees: z.number(),
    debtInfo: z.string(),
    lastAttendance: z.nullable(date),
    pinnedNotes: z.array(z.object({ id, category: z.string(), subject: z.string(), note: z.string() })),
    openTasks: z.int(),
  }),
})

export const getNextSession = get('/api/member/GetNextSession/:id', {
  summary:
    "The next session at the caller's clubs that a member is expected at, enrolled or booked, within two months; null: none. " +
    'Days on which the club is closed or the membership is frozen are left out.',
  access: member('id'),
  output: z.object({
    session: z.nullable(
      z.object({
        classId: id,
        className: z.string(),
        clubName: z.string(),
        classDate: date,
        startTime: timeOfDay,
        location: z.string(),
      }),
    ),
  }),
})

/** What the timeline tells. The web makes the sentence. */
export const timelineKinds = [
  'joined',
  'status',
  'firstClass',
  'grading',
  'note',
  'booking',
  'enrolled',
  'left',
  'charge',
  'payment',
] as const

export const TimelineEntry = z.object({
  /** Of its kind; with the kind it is the entry's key. */
  id,
  kind: z.enum(timelineKinds),
  on: date,
  clubId: id,
  clubName: z.string(),
  /** The class, the subject of the note, the grade, what was charged for; empty where there is none. */
  title: z.string(),
  /** The reason of a move, the text of a note; empty where there is none. */
  text: z.string(),
  /** A move's statuses; the second is where it led. */
  fromStatusId: z.nullable(z.int()),
  toStatusId: z.nullable(z.int()),
  /** Pounds of a charge or payment. */
  amount: z.nullable(z.number()),
  /** A grading was passed; a booking stands; a charge takes back no other. */
  isGood: z.nullable(z.boolean()),
  /** Full name of who did it; empty when nobody is known. */
  by: z.string(),
})

export const getTimeline = get('/api/member/GetTimeline/:id', {
  summary:
    "What has happened to a member in the caller's clubs, the latest first, in pages: `before` as the last answer said.",
  access: member('id'),
  input: {
    before: z.optional(
      z.string().check(
        z.regex(/^\d{4}-\d\d-\d\d~\d{1,2}~\d{1,15}$/, 'Should be as it was given.'),
        z.refine(text => isDate(text.slice(0, 10)), 'Should be as it was given.'),
      ),
    ),
  },
  output: z.object({
    entries: z.array(TimelineEntry),
    /** Asks for what came before these; null: that was all. */
    before: z.nullable(z.string()),
  }),
})

export const getClasses = get('/api/member/GetClasses/:id', {
  summary: "The classes a member is or was enrolled in, at the caller's clubs: those that go on first, by weekday.",
  access: member('id'),
  output: z.array(
    z.object({
      enrolmentId: id,
      classId: id,
      className: z.string(),
      clubId: id,
      clubName: z.string(),
      classTypeId: z.int(),
      location: z.string(),
      dateAdded: date,
      /** The first day on which he is not expected any more. */
      removedOn: z.nullable(date),
      isCurrent: z.boolean(),
      /** The class's week: 1 Monday … 7 Sunday. */
      times: z.array(z.object({ weekday: z.int(), startTime: timeOfDay, finishTime })),
      attended: z.int(),
      lastAttended: z.nullable(date),
    }),
  ),
})

/** What the list of attendances can be filtered and sorted by. */
export const attendanceColumns = columns({
  classDate: { type: 'date', title: 'Date' },
  className: { type: 'string', title: 'Class' },
  clubName: { type: 'string', title: 'Club' },
  attended: { type: 'boolean', title: 'Present' },
})

export const getAttendances = ask('/api/member/GetAttendances/:id', {
  summary: "A member's marks at the caller's clubs, as a grid; the latest first.",
  access: member('id'),
  input: { ...gridInput },
  output: gridPage(
    z.object({
      attendanceId: id,
      classId: id,
      className: z.string(),
      clubId: id,
      clubName: z.string(),
      classDate: date,
      attended: z.boolean(),
      /** Full name of who marked it; empty when nobody is known. */
      markedBy: z.string(),
    }),
  ),
})

export const getAttendanceYear = get('/api/member/GetAttendanceYear/:id', {
  summary:
    "How often a member came to the caller's clubs, a year up to a day (today when left out), with what follows from it.",
  access: member('id'),
  input: { until: z.optional(date) },
  output: z.object({
    from: date,
    until: date,
    /** Days with a mark only. */
    days: z.array(z.object({ date, attended: z.int(), absent: z.int() })),
    attended: z.int(),
    /** Weeks in a row, Monday to Sunday, with at least one class; the week that is not over does not break it. */
    streakWeeks: z.int(),
    longestStreakWeeks: z.int(),
    /** Classes a week over the last 12 whole weeks, or since the first class when that is later; null before one week. */
    averagePerWeek: z.nullable(z.number()),
    lastAttended: z.nullable(date),
  }),
})

export const getMemberBookings = get('/api/member/GetBookings/:id', {
  summary: "A member's bookings and waiting lists at the caller's clubs: what is to come first, then the last 200.",
  access: member('id'),
  output: z.object({
    today: date,
    bookings: z.array(
      z.object({
        bookingId: id,
        classId: id,
        className: z.string(),
        classTypeId: z.int(),
        clubId: id,
        clubName: z.string(),
        bookingDate: date,
        startTime: z.nullable(timeOfDay),
        isCancelled: z.boolean(),
        /** The mark in the register; null: none. */
        attended: z.nullable(z.boolean()),
      }),
    ),
    waiting: z.array(
      z.object({
        id,
        classId: id,
        className: z.string(),
        clubId: id,
        clubName: z.string(),
        classDate: date,
        /** Until when a place is kept, ISO 8601; null: waits. */
        offerUntil: z.nullable(z.string()),
      }),
    ),
  }),
})

export const getMessages = get('/api/member/GetMessages/:id', {
  summary:
    "What was or will be sent to a member from the caller's clubs, and texts that came from him, the latest first (200 at most).",
  access: member('id'),
  output: z.array(
    z.object({
      key: z.string(),
      kind: z.enum(['trial-reminder', 'join-invitation', 'note', 'message', 'automation', 'received']),
      subject: z.string(),
      clubName: z.string(),
      timeZone: z.string(),
      byEmail: z.boolean(),
      bySms: z.boolean(),
      /** When it was sent, or is due; ISO 8601, UTC. */
      at: z.string(),
      state: z.enum([
        ...(['sent', 'scheduled', 'cancelled', 'failed'] as const),
        ...(['delivered', 'bounced', 'complained', 'uncertain', 'received'] as const),
      ]),
      /** Names the copy that was kept; null where none was. */
      recipientId: z.nullable(id),
      /** How many answers came. */
      replies: z.int(),
    }),
  ),
})
