import { describe, expect, it } from 'vitest'
import { classErrors } from './class-form.ts'
import { classTypeIds, classTypeRules, prospectPlaces, rulesOf, weekdaysBetween } from './class-types.ts'
import { classType } from './ids.ts'

describe('classTypeRules', () => {
  it('has rules for all nine types, and offers each', () => {
    const ids = Object.values(classType)
    expect(Object.keys(classTypeRules).map(Number).sort()).toEqual([...ids].sort())
    expect([...classTypeIds].sort()).toEqual([...ids].sort())
  })

  it.each([
    ['class', 'weekly', null, true],
    ['chargeable', 'weekly', 'visit', true],
    ['prebooked', 'slots', 'visit', true],
    ['course', 'dated', 'event', true],
    ['seminar', 'dated', 'event', true],
    ['workshop', 'dated', 'event', true],
    ['competition', 'dated', 'event', false],
    ['grading', 'dated', 'event', 'never'],
    ['nonAttendance', 'weekly', null, 'never'],
  ] as const)('%s runs %s, costs %s, counts %s', (type, runs, costs, countsForGrading) => {
    expect(classTypeRules[classType[type]]).toMatchObject({ runs, costs, countsForGrading })
  })

  it('takes what it does not know for a class', () => {
    expect(rulesOf(1)).toBe(rulesOf(classType.class))
  })
})

describe('classErrors', () => {
  const right = {
    classTypeId: classType.class,
    startDate: '2026-05-01',
    endDate: null,
    capacity: null,
    propsectLimit: 4,
    cost: 0,
    chargeOnAttendance: false,
  }

  it('finds nothing in what each type begins with', () => {
    for (const classTypeId of classTypeIds)
      expect(classErrors({ ...right, classTypeId, endDate: '2026-05-01', countsForGrading: false })).toEqual([])
  })

  it.each([
    ['endDate', { classTypeId: classType.course }],
    ['endDate', { endDate: '2026-04-30' }],
    ['propsectLimit', { capacity: 3 }],
    ['cost', { cost: 5 }],
    ['cost', { classTypeId: classType.chargeable, chargeOnAttendance: true }],
    ['countsForGrading', { classTypeId: classType.grading, endDate: '2026-05-01', countsForGrading: true }],
  ])('says what is wrong with %s', (field, wrong) => {
    expect(classErrors({ ...right, ...wrong }).map(error => error.field)).toEqual([field])
  })
})

describe('weekdaysBetween', () => {
  it.each([
    ['2026-05-10', '2026-05-10', [7]],
    ['2026-05-09', '2026-05-11', [1, 6, 7]],
    ['2026-05-04', '2026-05-10', [1, 2, 3, 4, 5, 6, 7]],
    ['2026-05-10', '2026-05-09', []],
    ['2026-05-10', null, [1, 2, 3, 4, 5, 6, 7]],
  ])('from %s to %s', (from, to, days) => {
    expect(weekdaysBetween(from, to)).toEqual(days)
  })
})

describe('prospectPlaces', () => {
  it.each([
    [null, 3, null],
    [4, 1, 3],
    [4, 4, 0],
    [0, 2, 0],
  ])('with a limit of %s and %i prospects', (limit, prospects, places) => {
    expect(prospectPlaces(limit, prospects)).toBe(places)
  })
})
