import { classType } from '@honbu/contract/ids.ts'
import type { Occurrence } from './week.ts'

/** A class on a day, for tests. */
export const anOccurrence = (given: Partial<Occurrence> = {}): Occurrence => ({
  classId: 1,
  className: 'Karate',
  classTypeId: classType.class,
  classDate: '2026-11-16',
  startTime: '19:00',
  finishTime: '21:00',
  locationId: 1,
  location: 'Dojo',
  disciplineName: 'Karate',
  colour: '#30508f',
  instructors: [],
  isCover: false,
  capacity: null,
  reservations: 0,
  waiting: 0,
  expected: 0,
  attended: 0,
  absent: 0,
  clashesWith: [],
  instructorClashes: [],
  ...given,
})
