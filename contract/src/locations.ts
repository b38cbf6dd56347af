import * as z from 'zod/mini'
import { date, finishTime, timeOfDay } from './calendar.ts'
import { ask, get, id, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { admin, club, klass, location, orNew, weekdayGuards } from './guards.ts'
import { postcode } from './postcode.ts'
import { InstructorClash } from './schedule.ts'
import { plannedWeek } from './weekly-timetable.ts'
import { written, writtenLines, writtenOrNull } from './written.ts'

/** What the list of rooms and venues can be filtered and sorted by. */
export const locationColumns = columns({
  name: { type: 'string', title: 'Name' },
  isRoom: {
    type: 'boolean',
    title: 'Kind',
    choices: [
      { value: true, text: 'Room' },
      { value: false, text: 'Venue' },
    ],
  },
  venueName: { type: 'string', title: 'In venue' },
  capacity: { type: 'number', title: 'Capacity' },
  postcode: { type: 'string', title: 'Postcode' },
  classCount: { type: 'number', title: 'Classes' },
})

export const getRoomsAndVenues = get('/api/club/GetRoomsAndVenues/:clubId', {
  summary: 'The rooms and venues of a club, as a grid.',
  access: club('clubId'),
  input: gridInput,
  output: gridPage(
    z.object({
      locationId: id,
      name: z.string(),
      /** A room; otherwise a venue. */
      isRoom: z.boolean(),
      venueName: z.nullable(z.string()),
      capacity: z.nullable(z.int()),
      postcode: z.nullable(z.string()),
      /** Classes that use it and have not ended. */
      classCount: z.int(),
    }),
  ),
})

const people = z.nullable(
  z
    .int({ error: 'A whole number from 1, or empty' })
    .check(z.gte(1, { error: 'At least 1, or empty' }), z.lte(100_000)),
)

const locationFields = {
  name: written(200).check(z.minLength(1, { error: 'Give it a name' })),
  isRoom: z.boolean(),
  /** The venue in which a room stands. */
  venueId: z.nullable(id),
  capacity: people,
  addressLine: writtenOrNull(200),
  town: writtenOrNull(200),
  postcode,
  notes: writtenLines(2000),
}

/** What a person edits of a room or venue. */
export const LocationFields = z.object(locationFields)

export const Location = z.object({
  locationId: id,
  version: z.int(),
  clubId: id,
  clubName: z.string(),
  name: z.string(),
  isRoom: z.boolean(),
  venueId: z.nullable(id),
  venueName: z.nullable(z.string()),
  capacity: z.nullable(z.int()),
  addressLine: z.nullable(z.string()),
  town: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  notes: z.string(),
  /** Of a venue: the rooms in it. */
  rooms: z.array(z.object({ locationId: id, name: z.string(), capacity: z.nullable(z.int()) })),
})

export const getLocation = get('/api/club/GetLocation/:id', {
  summary: 'A room or venue.',
  access: location('id'),
  output: Location,
})

export const getVenues = get('/api/club/GetVenues/:clubId', {
  summary: 'The venues of a club, in which a room can stand.',
  access: club('clubId'),
  output: z.array(z.object({ locationId: id, name: z.string() })),
})

export const saveLocation = post('/api/club/SaveLocation/:id', {
  summary: 'Saves a room or venue of a club; id 0: a new one.',
  access: [admin(orNew(location('id'))), admin(club('clubId')), location('venueId')],
  input: { clubId: id, version: z.optional(z.int()), ...locationFields },
  output: z.object({ locationId: id, version: z.int() }),
})

export const deleteLocation = post('/api/club/DeleteLocation/:id', {
  summary: 'Deletes a room or venue that no class uses, and in which no room stands.',
  access: admin(location('id')),
  output: z.object({ locationId: id }),
})

/** A class in a room on a day. */
export const RoomSession = z.object({
  classId: id,
  className: z.string(),
  classDate: date,
  startTime: timeOfDay,
  finishTime,
  disciplineName: z.string(),
  colour: z.string(),
  instructors: z.array(z.string()),
  expected: z.int(),
  capacity: z.nullable(z.int()),
  /** The names of the classes that are in the same room at the same time. */
  clashesWith: z.array(z.string()),
  instructorClashes: z.array(InstructorClash),
})

export const getLocationWeek = get('/api/club/GetLocationWeek/:id', {
  summary: "What happens in a room or venue in the week (Monday to Sunday) around a day, or around the club's today.",
  access: location('id'),
  input: { day: z.optional(date) },
  output: z.object({
    today: date,
    from: date,
    closures: z.array(z.object({ date, name: z.string() })),
    sessions: z.array(RoomSession),
  }),
})

export const getRoomClashes = ask('/api/club/GetRoomClashes/:clubId', {
  summary:
    'The classes that would be in a room at the same time as a class with this week, within a year: a warning, not a ' +
    'refusal.',
  access: [club('clubId'), orNew(klass('classId')), location('locationId'), ...weekdayGuards],
  input: {
    /** Of the class: on weekdays without a room of their own. */
    locationId: z.nullable(id),
    ...plannedWeek,
  },
  output: z.array(
    z.object({
      classId: id,
      className: z.string(),
      /** The first day on which both run there. */
      firstDate: date,
      startTime: timeOfDay,
      finishTime,
    }),
  ),
})
