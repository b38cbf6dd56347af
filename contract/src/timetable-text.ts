import * as z from 'zod/mini'
import { date, finishTime, timeOfDay } from './calendar.ts'
import { ask, get, id, post } from './endpoint.ts'
import { admin, club, location, staff, timetableBatch, treeDiscipline } from './guards.ts'
import { timesError } from './session-times.ts'
import { capacity } from './weekly-timetable.ts'
import { written, writtenOrNull } from './written.ts'

const session = z
  .object({
    className: written(200).check(z.minLength(1, { error: 'Give a name' })),
    /** 1 Monday … 7 Sunday. */
    weekday: z.int().check(z.gte(1), z.lte(7)),
    startTime: timeOfDay,
    finishTime,
    locationId: z.nullable(id),
    /** A room that is created, instead of `locationId`. The same name is the same room. */
    newRoom: writtenOrNull(200),
    capacity,
    instructorIds: z.array(id).check(z.maxLength(20)),
    disciplineIds: z.array(id).check(z.maxLength(20)),
  })
  .check(context => {
    const message = timesError(context.value)
    if (message) context.issues.push({ code: 'custom', input: context.value.finishTime, path: ['finishTime'], message })
  })

const week = {
  /** The first day of all classes. */
  startDate: date,
  sessions: z.array(session).check(z.minLength(1), z.maxLength(200, { error: 'At most 200 sessions' })),
}

const guards = [
  location('sessions.locationId'),
  staff('sessions.instructorIds'),
  treeDiscipline('sessions.disciplineIds'),
] as const

export const checkTimetable = ask('/api/club/CheckTimetable/:clubId', {
  summary:
    'What classes the club has already would meet the sessions of a week in a room or with an instructor, within a year, ' +
    'and which names it has already. A warning, not a refusal.',
  access: [admin(club('clubId')), ...guards],
  input: week,
  output: z.object({
    clashes: z.array(
      z.object({
        /** Of the new class. */
        className: z.string(),
        /** The room or the instructor. */
        name: z.string(),
        otherClassId: id,
        otherClass: z.string(),
        /** Null: in this club. */
        clubName: z.nullable(z.string()),
        firstDate: date,
        startTime: timeOfDay,
        finishTime,
      }),
    ),
    /** Classes that go on. */
    sameNames: z.array(z.string()),
  }),
})

export const createTimetable = post('/api/club/CreateTimetable/:clubId', {
  summary: 'Creates the classes and rooms of a week, or nothing at all. Sessions of one name are one class.',
  access: [admin(club('clubId')), ...guards],
  input: week,
  output: z.object({ batchId: id, classIds: z.array(id), locationIds: z.array(id) }),
})

export const getTimetables = get('/api/club/GetTimetables/:clubId', {
  summary: 'The weeks that were created at once and not undone, the latest first, at most ten.',
  access: admin(club('clubId')),
  output: z.array(
    z.object({
      batchId: id,
      /** ISO 8601, UTC. */
      createdAt: z.string(),
      classes: z.array(z.string()),
      /** Why it can't be undone; empty: it can. */
      inTheWay: z.string(),
    }),
  ),
})

export const undoTimetable = post('/api/club/UndoTimetable/:id', {
  summary:
    'Deletes the classes that were created at once, and the rooms made for them that nothing else uses. Refused 409, ' +
    'naming them, where a class has a history.',
  access: admin(timetableBatch('id')),
  output: z.object({ batchId: id, classes: z.int(), rooms: z.int() }),
})
