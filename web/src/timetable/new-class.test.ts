import { classType } from '@honbu/contract/ids.ts'
import { noWeek } from '@honbu/contract/weekly-timetable.ts'
import { describe, expect, it } from 'vitest'
import type { Choices } from './class-choices.ts'
import { type ClassRecord, newClass } from './class-values.ts'
import { beginClass, suggestCapacity } from './new-class.ts'

const dojo = { id: 3, name: 'Dojo 1', capacity: 24 }
const hall = { id: 4, name: 'Hall', capacity: null }
const choices: Choices = {
  ...{ today: '2026-05-12', clubName: 'Leeds', isAdmin: true, grades: [] },
  locations: [dojo],
  disciplines: [{ id: 7, name: 'Karate', colour: '#000' }],
  instructors: [{ id: 9, name: 'Sam Hill', isInvited: false }],
}
const many: Choices = {
  ...choices,
  locations: [dojo, hall],
  disciplines: [...choices.disciplines, { id: 8, name: 'Judo', colour: '#000' }],
  instructors: [...choices.instructors, { id: 10, name: 'Ann Lee', isInvited: false }],
}
const begin = (given: Partial<Parameters<typeof beginClass>[0]> = {}) =>
  beginClass({ choices, search: {}, copied: undefined, ...given })

describe('beginClass', () => {
  it('chooses what there is only one of', () => {
    const one = { locationId: 3, capacity: 24, instructorIds: [9], disciplineIds: [7], primaryDisciplineId: 7 }
    expect(begin()).toMatchObject(one)
  })

  it('leaves open what there are several of', () => {
    const none = { locationId: null, capacity: null, instructorIds: [], disciplineIds: [], primaryDisciplineId: null }
    expect(begin({ choices: many })).toMatchObject(none)
  })

  it('takes the room of the schedule, and its capacity', () => {
    const search = { day: '2026-05-14', start: '18:00', room: '3' }
    expect(begin({ choices: many, search })).toMatchObject({ locationId: 3, capacity: 24, startDate: '2026-05-14' })
    expect(begin({ choices: many, search: { ...search, room: '99' } })).toMatchObject({ locationId: null })
  })

  it('suggests no capacity where nobody attends', () => {
    expect(begin({ search: { type: String(classType.nonAttendance) } }).capacity).toBeNull()
  })
})

describe('a duplicate', () => {
  // Only what a form edits of a record.
  const record = {
    ...newClass('2025-01-06', classType.class),
    ...{ className: 'Juniors', cost: 0, locationId: 5, capacity: 12, instructorIds: [9, 11], disciplineIds: [7] },
    weeklyTimetable: { ...noWeek, mondayStart: '18:00', mondayFinish: '19:00' },
    weekdays: [{ weekday: 1, locationId: 3, capacity: null, instructorIds: [11] }],
  } as unknown as ClassRecord

  it('begins today, as the class is, with the rooms and people there still are', () => {
    const values = begin({ copied: record })
    expect(values).toMatchObject({
      ...{ className: 'Juniors', startDate: '2026-05-12', endDate: null, capacity: 12, disciplineIds: [7] },
      ...{ locationId: null, instructorIds: [9], weeklyTimetable: record.weeklyTimetable },
    })
    expect(values.weekdays[0]).toMatchObject({ locationId: 3, instructorIds: [] })
  })

  it('of an event that is over is on one day until its days are chosen', () => {
    const seminar = { ...record, classTypeId: classType.seminar, startDate: '2025-06-01', endDate: '2025-06-02' }
    expect(begin({ copied: seminar })).toMatchObject({ startDate: '2026-05-12', endDate: '2026-05-12' })
    expect(begin({ copied: { ...record, endDate: '2025-12-20' } }).endDate).toBeNull()
    expect(begin({ copied: { ...record, endDate: '2026-07-20' } }).endDate).toBe('2026-07-20')
  })
})

describe('suggestCapacity', () => {
  const values = { classTypeId: classType.class, locationId: 4, capacity: 24 }

  it('follows the room', () => {
    expect(suggestCapacity(values, many, 3).capacity).toBeNull()
    expect(suggestCapacity({ ...values, locationId: 3, capacity: null }, many, 4).capacity).toBe(24)
  })

  it('leaves alone what someone has chosen', () => {
    expect(suggestCapacity({ ...values, capacity: 10 }, many, 3).capacity).toBe(10)
  })
})
