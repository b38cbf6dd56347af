import * as z from 'zod/mini'
import { date, timeOfDay } from './calendar.ts'
import { ClassListEntry } from './class-list.ts'
import { get, id, idText } from './endpoint.ts'
import { club } from './guards.ts'

/** One club; left out, all that the user may touch. */
const scope = { clubId: z.optional(idText) }

/** More classes than these are too many to look through: of several clubs each has a line then. */
export const mostClasses = 60

/** How far ahead trials and birthdays are shown: today and so many days after it. */
export const daysAhead = 6
/** The same for gradings. */
export const gradingDaysAhead = 30

const person = {
  memberId: id,
  firstName: z.string(),
  lastName: z.string(),
  clubId: id,
  clubName: z.string(),
}

/** The first 50; `total` counts all. */
const listOf = <T extends z.ZodMiniType>(row: T) => z.object({ total: z.int(), people: z.array(row) })

export const getDashboard = get('/api/club/GetDashboard', {
  summary:
    'What is on today and in the next days, in one club or all that the user may touch: classes with register progress, tasks due, trials, gradings, birthdays, who is new this week, attendance by day.',
  access: club('clubId'),
  isKept: true,
  input: scope,
  output: z.object({
    /** In the club, or of several in the topmost one. */
    today: date,
    classes: z.array(ClassListEntry),
    /** Where several clubs have more than `mostClasses` today, and `classes` is empty: how each of them stands, by name. */
    clubs: z.nullable(
      z.array(
        z.object({
          clubId: id,
          clubName: z.string(),
          classes: z.int(),
          /** Classes that are on by the clock of the club, and when the next one begins. */
          onNow: z.int(),
          nextAt: z.nullable(timeOfDay),
          /** Of all its registers of today, as of a class. */
          expected: z.int(),
          attended: z.int(),
          absent: z.int(),
          /** Classes that are over and have somebody without a mark. */
          openRegisters: z.int(),
        }),
      ),
    ),
    /** Of My Task List: due today or before, and of these the ones before. */
    tasks: z.object({ due: z.int(), overdue: z.int() }),
    /** Who became active since Monday and still is; the newest first. */
    newMembers: listOf(z.object({ ...person, memberStatusId: z.int(), since: date })),
    /** Who came since Monday, by whatever way, as Marketing counts them; the newest first. */
    newEnquiries: listOf(z.object({ ...person, memberStatusId: z.int(), since: date })),
    /** Enquiries and prospects who have booked a class, today or in the six days after; the next first. */
    trials: listOf(
      z.object({
        ...person,
        on: date,
        classId: id,
        className: z.string(),
        startTime: z.string(),
      }),
    ),
    /** The gradings of today and the 30 days after, the next first: the first 50; `total` counts all. */
    gradings: z.object({ total: z.int(), classes: z.array(ClassListEntry) }),
    /** Active members whose birthday is today or in the six days after, once each; the next first. */
    birthdays: listOf(z.object({ ...person, on: date, years: z.int() })),
    /** Who was marked present on the last 29 days, the oldest first, days without a class included. */
    attendanceByDay: z.array(z.object({ date, attended: z.int() })),
  }),
})

/** The figures of the reports that the dashboard shows: their names in kpis.ts, which has their definitions. */
export const memberFigures = [
  'active',
  'free',
  'joins',
  'rejoins',
  'lapses',
  'netGrowth',
  'trials',
  'atRisk',
  'enquiries',
] as const
export const moneyFigures = [...(['due', 'collected', 'pending', 'failed', 'failedAmount'] as const)] as const

/** What is overdue, of how many members, and what is owed in all. */
export const debtFigures = ['debt', 'debtors', 'owed'] as const

/** Null: nothing can be said. */
const figures = <Name extends string>(names: readonly Name[]) => z.record(z.enum(names), z.nullable(z.number()))

export const getDashboardFigures = get('/api/club/GetDashboardFigures', {
  summary:
    'The figures of this month, of one club or all that the user may touch, as the reports have them; pounds; per cent are 0 to 100.',
  access: club('clubId'),
  input: scope,
  output: z.object({
    /** The month. */
    from: date,
    until: date,
    members: figures(memberFigures),
    /** Of the clubs in which the user is an admin: `clubIds`, null where he is in all of his. Null where he is in none. */
    money: z.nullable(
      z.object({ clubIds: z.nullable(z.array(id)), figures: figures([...moneyFigures, ...debtFigures]) }),
    ),
  }),
})
