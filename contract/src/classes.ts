import * as z from 'zod/mini'
import { Belt } from './belt.ts'
import { date, finishTime, timeOfDay } from './calendar.ts'
import { ask, get, id } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { klass } from './guards.ts'
import { photoAddress } from './photo-address.ts'
import { vatCodeId } from './vat.ts'
import { PlannedWeek, ShownWeekday, WeeklyTimetable } from './weekly-timetable.ts'

export const getClass = get('/api/club/GetClass/:id', {
  summary:
    "A class with its week as it stands today in the club's time zone; on its first or last day where it is not yet, or " +
    'no longer, on.',
  access: klass('id'),
  isKept: true,
  output: z.object({
    classId: id,
    version: z.int(),
    className: z.string(),
    clubId: id,
    clubCode: z.string(),
    clubName: z.string(),
    description: z.string(),
    locationId: z.nullable(id),
    location: z.string(),
    classTypeId: z.int(),
    classType: z.string(),
    startDate: date,
    endDate: z.nullable(date),
    /** The next day on which it runs, today included, with its times and bookings; null: none within half a year. */
    selectedDate: z.nullable(date),
    startTime: z.nullable(timeOfDay),
    finishTime: z.nullable(finishTime),
    reservations: z.int(),
    primaryDisciplineId: z.nullable(id),
    capacity: z.nullable(z.int()),
    propsectLimit: z.nullable(z.int()),
    /** All it teaches, the primary one first. */
    disciplineIds: z.array(id),
    /** Full names, and their persons in the same order. */
    instructors: z.array(z.string()),
    instructorIds: z.array(id),
    /** Pounds. */
    cost: z.number(),
    vatCodeId: z.nullable(vatCodeId),
    /** Pounds that a visit costs someone on trial; null: what it costs everyone else. */
    trialPrice: z.nullable(z.number()),
    allowDiscount: z.boolean(),
    chargeOnAttendance: z.boolean(),
    webBookable: z.boolean(),
    /** Shown on the public timetable. */
    isPublic: z.boolean(),
    /** 1: every week; 2: every second one, counted from the week of the first day. */
    everyWeeks: z.int(),
    countsForGrading: z.boolean(),
    /** For whom it is; null: no limit on that side. */
    minAge: z.nullable(z.int()),
    maxAge: z.nullable(z.int()),
    minGradeId: z.nullable(id),
    maxGradeId: z.nullable(id),
    weeklyTimetable: WeeklyTimetable,
    /** The weekdays that differ from the class in room, capacity or instructors. */
    weekdays: z.array(ShownWeekday),
    /** The week that has been set to follow; null: none. */
    plannedTimetable: z.nullable(PlannedWeek),
    today: date,
    /** Has it begun, or does anyone stand on it: marks, bookings, enrolments, results? A change of week asks from when. */
    hasHistory: z.boolean(),
  }),
})

export const getClassDates = get('/api/club/GetClassDates/:id', {
  summary: 'The dates on which a class runs, from and to included (at most 800 days), closures left out.',
  access: klass('id'),
  isKept: true,
  input: { from: date, to: date },
  output: z.object({
    today: date,
    /** `cover`: instructors who replace the usual ones that day. `location`: the room, or empty. */
    dates: z.array(
      z.object({ date, startTime: timeOfDay, finishTime, cover: z.array(z.string()), location: z.string() }),
    ),
    /** Sessions that were cancelled or moved. movedTo: the day that has taken its place. */
    cancelled: z.array(z.object({ date, reason: z.string(), movedTo: z.nullable(date) })),
  }),
})

export const getPrebookedCapacity = get('/api/club/GetPrebookedCapacity/:id', {
  summary: 'Places of a prebooked class on a date.',
  access: klass('id'),
  input: { classDate: date },
  output: z.object({
    classId: id,
    classDate: date,
    capacity: z.int(),
    booked: z.int(),
    /** Kept for someone on the waiting list; and who waits without an offer. */
    offered: z.int(),
    waiting: z.int(),
    /** What can be booked now. */
    available: z.int(),
  }),
})

/** What the roster's grid can be filtered and sorted by. */
export const rosterColumns = columns({
  memberId: { type: 'number', title: 'Id' },
  firstName: { type: 'string', title: 'First name' },
  lastName: { type: 'string', title: 'Last name' },
  memberStatusId: { type: 'number', title: 'Status' },
  gradePosition: { type: 'number', title: 'Grade' },
  attended: { type: 'boolean', title: 'Present' },
  dateAdded: { type: 'date', title: 'Enrolled' },
  lastAttendance: { type: 'date', title: 'Last attendance' },
  lastGrading: { type: 'date', title: 'Last grading' },
})

/** A contact of a member whose number can be called. */
export const EmergencyContact = z.object({ name: z.string(), relationship: z.string(), phone: z.string() })

/** A member on the register of one class on one date. */
export const MemberClassRow = z.object({
  memberId: id,
  firstName: z.string(),
  lastName: z.string(),
  code: z.string(),
  photoUrl: z.nullable(photoAddress),
  memberStatusId: z.int(),
  /** Why the row is on the register. */
  expectedAs: z.enum(['enrolled', 'booked', 'visitor']),
  /** The booking for this date, also of someone who is enrolled. */
  bookingId: z.nullable(id),
  /** Not marked yet: null. */
  attended: z.nullable(z.boolean()),
  /**
   * Whether the member has attended any class before this date, here or before they were imported. A row without it is a
   * first-timer.
   */
  hasAttended: z.boolean(),
  dateAdded: z.nullable(date),
  lastAttendance: z.nullable(date),
  lastGrading: z.nullable(date),
  belt: z.nullable(Belt),
  gradePosition: z.nullable(z.int()),
  /** 1 needs attendance, 2 needs experience, 3 ready, else not ready. */
  gradingRequirementFlags: z.int(),
  /** Why: "18 of 24 classes, 2 of 3 months"; empty when there is no next grade. */
  gradingProgress: z.string(),
  allowPhoto: z.boolean(),
  requireTerms: z.boolean(),
  hasTerms: z.boolean(),
  /** Pounds overdue to this club. */
  outstandingFees: z.number(),
  /** In words: "£35.00 overdue, 12 days"; empty when nothing is. */
  debtInfo: z.string(),
  overPlan: z.boolean(),
  /** The date on which the plan was first exceeded in its week or month. */
  overPlanDate: z.nullable(date),
  /** The membership in the club of the class is frozen on this date. */
  isFrozen: z.boolean(),
  /** Notes pinned to the member that the user may read. */
  pinnedNotes: z.int(),
  /** Those of them about health, and the contacts for an emergency, first the ones named so: for users who may see health notes. */
  healthNotes: z.array(z.object({ subject: z.string(), note: z.string() })),
  emergencyContacts: z.array(EmergencyContact),
})

export const getClassMembers = ask('/api/club/GetClassMembers/:classId', {
  summary: 'The register of a class on a date: enrolled, booked and visiting members, with their marks and flags.',
  access: klass('classId'),
  isKept: true,
  repeats: { classId: 'classId' },
  input: { classDate: date, includeEnquiries: z._default(z.boolean(), false), ...gridInput },
  output: gridPage(MemberClassRow),
})
