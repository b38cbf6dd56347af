import * as z from 'zod/mini'
import { date, finishTime, timeOfDay } from './calendar.ts'
import { ask, id } from './endpoint.ts'
import { club } from './guards.ts'

/** A class on one day, as lists and the dashboard show it. */
export const ClassListEntry = z.object({
  classId: id,
  className: z.string(),
  clubId: id,
  clubCode: z.string(),
  clubName: z.string(),
  /** 'class name [club code]' */
  description: z.string(),
  selectedDate: date,
  startTime: timeOfDay,
  finishTime,
  location: z.string(),
  classTypeId: z.int(),
  classType: z.string(),
  capacity: z.nullable(z.int()),
  /** Bookings for that date. */
  reservations: z.int(),
  /** All on the register: enrolled on that day, booked for it, or marked at it. */
  expected: z.int(),
  /** Of these: marked present, marked absent. Who is neither has not been marked yet. */
  attended: z.int(),
  absent: z.int(),
  /** Full names of who teaches on that date; with `isCover`, others than usually. */
  instructors: z.array(z.string()),
  isCover: z.boolean(),
})

export const getClassList = ask('/api/club/GetClassList', {
  summary: 'The classes of some clubs that run on a date, by start time.',
  access: club('clubIds'),
  input: { clubIds: z.array(id).check(z.minLength(1), z.maxLength(500)), classDate: date },
  output: z.array(ClassListEntry),
})
