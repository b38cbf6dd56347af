import * as z from 'zod/mini'
import { date, finishTime, timeOfDay } from './calendar.ts'
import { ClassListEntry } from './classes.ts'
import { account, ask, club, get, id } from './endpoint.ts'

const ClubName = z.object({ id, name: z.string() })

export const getSidebarConfig = get('/api/club/GetSidebarConfig', {
  summary: 'What the sidebar shows: the logo, the clubs of the signed-in user, and how many tasks are open.',
  access: 'signedIn',
  output: z.object({
    /** Empty: the default logo. */
    clubLogo: z.string(),
    clubs: z.array(ClubName),
    taskListCount: z.int(),
  }),
})

export const getClubList = get('/api/club/GetClubList', {
  summary: 'The clubs the signed-in user may touch, by name.',
  access: 'signedIn',
  output: z.array(
    z.object({
      id,
      code: z.string(),
      name: z.string(),
      clubTypeId: z.int(),
      parentClubId: z.nullable(id),
      isAdmin: z.boolean(),
    }),
  ),
})

export const Club = z.object({
  id,
  version: z.int(),
  code: z.string(),
  name: z.string(),
  clubTypeId: z.int(),
  parentClubId: z.nullable(id),
  dateOpened: z.nullable(date),
  ownerId: z.nullable(id),
  adminId: z.nullable(id),
  instructorId: z.nullable(id),
  logo: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  timeZone: z.string(),
  address: z.object({
    line: z.nullable(z.string()),
    town: z.nullable(z.string()),
    postcode: z.nullable(z.string()),
    gridEast: z.number(),
    gridNorth: z.number(),
    longitude: z.number(),
    latitude: z.number(),
  }),
})

export const getClub = get('/api/club/GetClub/:id', {
  summary: 'One club. ownerId, adminId and instructorId are person ids.',
  access: club('id'),
  output: Club,
})

export const getParentClubList = get('/api/club/getParentClubList', {
  summary: 'The clubs that can be chosen as a parent: those in which the signed-in user is admin.',
  access: 'signedIn',
  output: z.array(ClubName),
})

export const getUserClubs = ask('/api/club/GetUserClubs/:id', {
  summary: 'The clubs, among those the caller may touch, in which a user of the club with this id works.',
  access: [club('id'), account('UserId')],
  input: { UserId: id },
  output: z.array(
    z.object({
      clubUserId: id,
      clubId: id,
      clubName: z.string(),
      isAdmin: z.boolean(),
      userSince: date,
      userUntil: z.nullable(date),
    }),
  ),
})

export const getUserRoles = ask('/api/club/GetUserRoles/:id', {
  summary: 'The roles of a user in the club with this id.',
  access: [club('id'), account('UserId')],
  input: { UserId: id },
  output: z.array(z.object({ id, name: z.string() })),
})

export const getDashboard = get('/api/club/GetDashboard', {
  summary:
    "Today across all the user's clubs: classes with register progress, who is new this week, attendance by day.",
  access: 'signedIn',
  output: z.object({
    today: date,
    classes: z.array(ClassListEntry),
    /** Members who became active, and people who became prospects, since Monday; the newest first, 50 at most. */
    newMembers: z.object({ total: z.int(), people: z.array(z.lazy(() => NewPerson)) }),
    newProspects: z.object({ total: z.int(), people: z.array(z.lazy(() => NewPerson)) }),
    /** The last 28 days, oldest first, days without a class included. */
    attendanceByDay: z.array(z.object({ date, attended: z.int() })),
  }),
})

const NewPerson = z.object({
  memberId: id,
  firstName: z.string(),
  lastName: z.string(),
  clubId: id,
  clubName: z.string(),
  memberStatusId: z.int(),
  since: date,
})

export const ScheduleEntry = z.object({
  classId: id,
  className: z.string(),
  classTypeId: z.int(),
  classDate: date,
  startTime: timeOfDay,
  finishTime,
  location: z.string(),
  disciplineName: z.string(),
  /** #rrggbb, of the primary discipline. */
  colour: z.string(),
  instructors: z.array(z.string()),
  capacity: z.nullable(z.int()),
  /** As in ClassListEntry: all on the register. */
  expected: z.int(),
  attended: z.int(),
  absent: z.int(),
})

export const getClubSchedule = get('/api/club/GetClubSchedule/:id', {
  summary: "A club's week (Monday to Sunday) around a day; without one, around today in the club's time zone.",
  access: club('id'),
  input: { day: z.optional(date) },
  output: z.object({
    clubName: z.string(),
    today: date,
    from: date,
    closures: z.array(z.object({ date, name: z.string() })),
    occurrences: z.array(ScheduleEntry),
  }),
})
