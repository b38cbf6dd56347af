import { ClassFields } from '@honbu/contract/class-form.ts'
import { classTypeIds } from '@honbu/contract/class-types.ts'
import { classType } from '@honbu/contract/ids.ts'
import { noWeek } from '@honbu/contract/weekly-timetable.ts'
import { describe, expect, it, test } from 'vitest'
import { type ClassRecord, changesOnlyDisciplines, fitToType, newClass, toSave, valuesOf } from './class-values.ts'
import { slotIn, weekIn } from './new-class-slot.ts'

const tuesdays = { ...noWeek, tuesdayStart: '19:00', tuesdayFinish: '20:00' }

describe('newClass', () => {
  test.each(classTypeIds)('of type %i can be saved once it has a name', typeId => {
    const values = {
      ...newClass('2026-05-12', typeId),
      className: 'Any',
      cost: typeId === classType.chargeable ? 6 : null,
    }
    expect(ClassFields.safeParse(values).error?.issues ?? []).toEqual([])
  })

  it('begins with what its type begins with', () => {
    expect(newClass('2026-05-12', classType.seminar)).toMatchObject({ endDate: '2026-05-12', webBookable: true })
    expect(newClass('2026-05-12', classType.chargeable).chargeOnAttendance).toBe(true)
    expect(newClass('2026-05-12', classType.grading).countsForGrading).toBe(false)
  })
})

describe('newClass in a slot of the schedule', () => {
  test.each([
    ['18:30', 'tuesdayStart', '18:30', 'tuesdayFinish', '19:30'],
    ['23:00', 'tuesdayStart', '23:00', 'tuesdayFinish', '24:00'],
  ] as const)('at %s runs for an hour', (start, startField, startTime, finishField, finishTime) => {
    const values = newClass('2026-05-01', classType.class, { day: '2026-05-12', start, room: 3 })
    expect(values).toMatchObject({ startDate: '2026-05-12', locationId: 3 })
    expect(values.weeklyTimetable).toEqual({ ...noWeek, [startField]: startTime, [finishField]: finishTime })
  })

  test.each([
    [
      { day: '2026-05-12', start: '18:30', room: '3' },
      { day: '2026-05-12', start: '18:30', room: 3 },
    ],
    [
      { day: '2026-05-12', start: '25:00', room: 'x' },
      { day: '2026-05-12', start: undefined, room: null },
    ],
    [{ day: '2026-02-30', start: '18:30' }, undefined],
  ])('reads %j from the address', (search, slot) => {
    expect(slotIn(search)).toEqual(slot)
  })

  it('that is past eleven at night ends at midnight', () => {
    expect(weekIn({ day: '2026-05-12', start: '23:30' }).tuesdayFinish).toBe('24:00')
  })
})

describe('fitToType', () => {
  const values = {
    ...newClass('2026-05-12', classType.chargeable),
    cost: 6,
    allowDiscount: true,
    propsectLimit: 4,
    capacity: 20,
    webBookable: true,
    weeklyTimetable: tuesdays,
  }

  it('leaves nothing behind that the form does not show', () => {
    expect(fitToType(values, classType.nonAttendance, { isNew: false })).toMatchObject({
      cost: null,
      allowDiscount: false,
      chargeOnAttendance: false,
      propsectLimit: null,
      capacity: null,
      webBookable: false,
      countsForGrading: false,
      weeklyTimetable: tuesdays,
    })
    expect(fitToType(values, classType.prebooked, { isNew: false }).weeklyTimetable).toEqual(noWeek)
  })

  it('keeps what a class has that exists already', () => {
    expect(fitToType({ ...values, webBookable: false }, classType.course, { isNew: false }).webBookable).toBe(false)
  })
})

describe('toSave', () => {
  const record = {
    ...newClass('2026-05-12', classType.class),
    cost: 0,
    disciplineIds: [2, 1],
    instructorIds: [7],
    weeklyTimetable: tuesdays,
  } as unknown as ClassRecord
  const checked = ClassFields.parse({ ...valuesOf(record), className: 'Juniors' })

  it('sends lists and week only where they have changed', () => {
    const same = toSave({ ...checked, disciplineIds: [1, 2] }, record)
    expect([same.disciplineIds, same.instructorIds, same.weeklyTimetable]).toEqual([undefined, undefined, undefined])
    const other = toSave(
      { ...checked, instructorIds: [], weeklyTimetable: noWeek, timetableFrom: '2026-06-01' },
      record,
    )
    expect(other).toMatchObject({ instructorIds: [], weeklyTimetable: noWeek, timetableFrom: '2026-06-01' })
  })

  it('makes the first discipline the primary one where that one is gone', () => {
    const ids = { disciplineIds: [3, 4], primaryDisciplineId: 1 }
    expect(toSave({ ...checked, ...ids }, record).primaryDisciplineId).toBe(3)
    expect(toSave({ ...checked, disciplineIds: [] }, record).primaryDisciplineId).toBeNull()
  })
})

describe('changesOnlyDisciplines', () => {
  // Only what a form edits of a record.
  const record = {
    ...newClass('2026-05-12', classType.class),
    className: 'Late Karate',
    cost: 0,
    disciplineIds: [1, 2],
    primaryDisciplineId: 1,
  } as unknown as ClassRecord
  const checked = (change: object) => ClassFields.parse({ ...valuesOf(record), ...change })

  test.each([
    [{ disciplineIds: [1] }, true],
    [{ primaryDisciplineId: 2 }, true],
    [{}, false],
    [{ disciplineIds: [1], capacity: 12 }, false],
    [{ disciplineIds: [1], weeklyTimetable: tuesdays }, false],
  ])('%o: %s', (change, expected) => {
    expect(changesOnlyDisciplines(checked(change), record)).toBe(expected)
  })
})
