import { classType } from '@honbu/contract/ids.ts'
import { expect, test } from 'vitest'
import {
  byPhase,
  clubsInOrder,
  courseOf,
  registerSize,
  sumOfToday,
  type TodayClass,
  type TodayClub,
  unmarked,
} from './today.ts'

const aClass = (entry: Partial<TodayClass>): TodayClass => ({
  classId: 1,
  className: 'Karate',
  clubId: 1,
  clubCode: 'HQ',
  clubName: 'Honbu',
  description: 'Karate [HQ]',
  selectedDate: '2026-11-21',
  startTime: '18:00',
  finishTime: '19:00',
  location: 'Dojo',
  classTypeId: classType.class,
  classType: 'Class',
  capacity: null,
  reservations: 0,
  expected: 20,
  attended: 0,
  absent: 0,
  instructors: [],
  isCover: false,
  ...entry,
})

test('what is on stands first, then what comes, then what is over', () => {
  const groups = byPhase(
    [
      aClass({ classId: 1, startTime: '10:00', finishTime: '11:00' }),
      aClass({ classId: 2, startTime: '19:00', finishTime: '20:00' }),
      aClass({ classId: 3, clubName: 'West' }),
      aClass({ classId: 4, clubName: 'East' }),
    ],
    '18:30',
  )
  expect(groups.map(({ phase, classes }) => [phase, classes.map(each => each.classId)])).toEqual([
    ['now', [4, 3]],
    ['later', [2]],
    ['earlier', [1]],
  ])
})

test('visitors do not make less than nothing unmarked', () => {
  expect(unmarked({ expected: 10, attended: 7, absent: 1 })).toBe(2)
  expect(unmarked({ expected: 10, attended: 12, absent: 1 })).toBe(0)
  expect(registerSize({ expected: 10, attended: 12, absent: 1 })).toBe(13)
})

const aClub = (entry: Partial<TodayClub>): TodayClub => ({
  clubId: 1,
  clubName: 'Honbu',
  classes: 1,
  onNow: 0,
  nextAt: null,
  expected: 0,
  attended: 0,
  absent: 0,
  openRegisters: 0,
  ...entry,
})

test('classes and clubs come to the same sum', () => {
  const classes = [
    aClass({ classId: 1, startTime: '10:00', finishTime: '11:00', attended: 5, absent: 2 }),
    aClass({ classId: 2, startTime: '11:00', finishTime: '12:00', attended: 18, absent: 2 }),
    aClass({ classId: 3, attended: 1 }),
    aClass({ classId: 4, startTime: '20:00', finishTime: '21:00' }),
    aClass({ classId: 5, startTime: '19:15', finishTime: '21:00' }),
  ]
  const clubs = [
    aClub({ classes: 2, expected: 40, attended: 23, openRegisters: 1 }),
    aClub({ classes: 3, expected: 60, attended: 1, onNow: 1, nextAt: '19:15' }),
  ]
  const sum = { classes: 5, attended: 24, expected: 100, openRegisters: 1, onNow: 1, nextAt: '19:15' }
  expect(sumOfToday({ classes, clubs: null }, '18:30')).toEqual(sum)
  expect(sumOfToday({ classes: [], clubs }, '18:30')).toEqual(sum)
})

test.each([
  [{ classes: 3, onNow: 2, nextAt: '19:00' }, '2 on now'],
  [{ classes: 3, onNow: 0, nextAt: '19:00' }, 'next at 19:00'],
  [{ classes: 3, onNow: 0, nextAt: null }, 'all over'],
  [{ classes: 0, onNow: 0, nextAt: null }, 'nothing on'],
])('the course of the day %j is “%s”', (of, words) => {
  expect(courseOf(of)).toBe(words)
})

test('clubs with registers to complete stand first, then those where something is on', () => {
  const clubs = [
    aClub({ clubId: 1 }),
    aClub({ clubId: 2, onNow: 1 }),
    aClub({ clubId: 3, openRegisters: 1 }),
    aClub({ clubId: 4, openRegisters: 2 }),
    aClub({ clubId: 5, onNow: 3 }),
  ]
  expect(clubsInOrder(clubs).map(({ clubId }) => clubId)).toEqual([4, 3, 2, 5, 1])
})
