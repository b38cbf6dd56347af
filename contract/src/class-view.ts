import * as z from 'zod/mini'
import { Belt } from './belt.ts'
import { date, finishTime, timeOfDay } from './calendar.ts'
import { ClassListEntry } from './class-list.ts'
import { ask, get, id } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { club, klass, orNew, staff, treeDiscipline, weekdayGuards } from './guards.ts'
import { choicesOf, classType, memberStatus } from './ids.ts'
import { photoAddress } from './photo-address.ts'
import { plannedWeek } from './weekly-timetable.ts'

const typeNames = choicesOf(classType).map(({ text }) => text)

/** The list of a club's classes: columns that are filtered and sorted by. */
export const classColumns = columns({
  className: { type: 'string', title: 'Name' },
  classType: { type: 'string', title: 'Type', choices: typeNames.map(name => ({ value: name, text: name })) },
  disciplineName: { type: 'string', title: 'Discipline' },
  timetable: { type: 'string', title: 'Days and times' },
  location: { type: 'string', title: 'Room' },
  capacity: { type: 'number', title: 'Capacity' },
  enrolled: { type: 'number', title: 'Enrolled' },
  nextDate: { type: 'date', title: 'Next date' },
  startDate: { type: 'date', title: 'First day' },
  endDate: { type: 'date', title: 'Last day' },
})

const ClassRow = z.object({
  classId: id,
  className: z.string(),
  clubId: id,
  clubCode: z.string(),
  /** 'class name [club code]' */
  description: z.string(),
  classTypeId: z.int(),
  classType: z.string(),
  disciplineName: z.string(),
  /** #rrggbb, of the primary discipline. */
  colour: z.string(),
  /** 'Mon, Wed 18:45–20:00; Sat 10:00–11:00': the week in force; empty where there is none. */
  timetable: z.string(),
  location: z.string(),
  capacity: z.nullable(z.int()),
  /** Members enrolled today. */
  enrolled: z.int(),
  /** The next day on which it runs, today included; null: none within half a year. */
  nextDate: z.nullable(date),
  startDate: date,
  endDate: z.nullable(date),
  isExpired: z.boolean(),
})

export const getClassesAndEvents = ask('/api/club/GetClassesAndEvents/:clubId', {
  summary: 'The classes and events of a club; those whose last day has passed only with IncludeExpired.',
  access: club('clubId'),
  input: { IncludeExpired: z._default(z.boolean(), false), ...gridInput },
  output: gridPage(ClassRow),
})

export const getDisciplineClasses = ask('/api/club/getDisciplineClasses/:clubId', {
  summary: 'The classes of a club that teach a discipline and run on a date, by start time.',
  access: [club('clubId'), treeDiscipline('disciplineId')],
  repeats: { clubId: 'clubId' },
  input: { disciplineId: id, classDate: date },
  output: z.array(ClassListEntry),
})

/** A day on which a class runs. */
const ClassDay = z.object({
  classDate: date,
  startTime: timeOfDay,
  finishTime,
  /** Places: of the slot where it is prebooked. */
  capacity: z.nullable(z.int()),
  booked: z.int(),
  /** All on the register, the booked ones included. */
  expected: z.int(),
  instructors: z.array(z.string()),
  instructorIds: z.array(id),
  /** Do others teach on this day than usually? */
  isCover: z.boolean(),
})

export const getClassActivity = get('/api/club/GetClassActivity/:id', {
  summary: 'How a class is doing: the last 16 weeks, expected against attended, and the next 8 days on which it runs.',
  access: klass('id'),
  output: z.object({
    today: date,
    /** Oldest first, weeks without a session included; the last one holds today. Sessions up to today. */
    weeks: z.array(z.object({ from: date, sessions: z.int(), expected: z.int(), attended: z.int() })),
    next: z.array(ClassDay),
    /** Enrolled today; of these, prospects. */
    enrolled: z.int(),
    prospects: z.int(),
  }),
})

export const getInstructorClashes = ask('/api/club/GetInstructorClashes/:clubId', {
  summary:
    'What instructors would teach or cover at the same time as a class with this week, within a year and in the clubs ' +
    'that the caller may see: a warning, not a refusal.',
  access: [club('clubId'), orNew(klass('classId')), staff('instructorIds'), ...weekdayGuards],
  input: {
    /** Of the class: they teach on weekdays that have no instructors of their own. */
    instructorIds: z.array(id).check(z.maxLength(20)),
    ...plannedWeek,
  },
  output: z.array(
    z.object({
      personId: id,
      instructor: z.string(),
      classId: id,
      className: z.string(),
      /** Null in the same club. */
      clubName: z.nullable(z.string()),
      /** The first session at the same time. */
      firstDate: date,
      startTime: timeOfDay,
      finishTime,
    }),
  ),
})

/** The members enrolled in a class: columns that are filtered and sorted by. */
export const enrolmentColumns = columns({
  firstName: { type: 'string', title: 'First name' },
  lastName: { type: 'string', title: 'Last name' },
  gradePosition: { type: 'number', title: 'Grade' },
  memberStatusId: { type: 'number', title: 'Status', choices: choicesOf(memberStatus) },
  dateAdded: { type: 'date', title: 'Enrolled' },
  lastAttendance: { type: 'date', title: 'Last attended' },
  attended: { type: 'number', title: 'Attended' },
})

export const getClassEnrolments = ask('/api/club/GetClassEnrolments/:id', {
  summary: 'Who is enrolled in a class today, with the belt in its primary discipline and how often each came to it.',
  access: klass('id'),
  input: gridInput,
  output: gridPage(
    z.object({
      memberId: id,
      firstName: z.string(),
      lastName: z.string(),
      code: z.string(),
      photoUrl: z.nullable(photoAddress),
      memberStatusId: z.int(),
      belt: z.nullable(Belt),
      gradePosition: z.nullable(z.int()),
      dateAdded: date,
      /** At this class. */
      lastAttendance: z.nullable(date),
      /** Times marked present at this class. */
      attended: z.int(),
    }),
  ),
})
