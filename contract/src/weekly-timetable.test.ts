import { describe, expect, it } from 'vitest'
import { daysOf, noWeek, weekErrors, weekOf } from './weekly-timetable.ts'

describe('weekOf and daysOf', () => {
  it('are each other’s way back', () => {
    const days = [
      { weekday: 1, startTime: '19:00', finishTime: '20:00' },
      { weekday: 7, startTime: '22:30', finishTime: '24:00' },
    ]
    expect(weekOf(days)).toMatchObject({ mondayStart: '19:00', sundayFinish: '24:00', tuesdayStart: null })
    expect(daysOf(weekOf(days))).toEqual(days)
  })
})

describe('weekErrors', () => {
  it.each(['24:00', '00:00', '01:30'])('lets a class run until %s', fridayFinish => {
    expect(weekErrors({ ...noWeek, fridayStart: '23:00', fridayFinish })).toEqual([])
  })

  it.each([
    ['mondayFinish', { mondayStart: '19:00', mondayFinish: '19:00' }],
    ['mondayFinish', { mondayStart: '19:00', mondayFinish: '18:00' }],
    ['mondayFinish', { mondayStart: '19:00' }],
    ['sundayStart', { sundayFinish: '19:00' }],
  ])('says at %s what is wrong', (field, wrong) => {
    expect(weekErrors({ ...noWeek, ...wrong }).map(error => error.field)).toEqual([field])
  })
})
