import { classType } from '@honbu/contract/ids.ts'
import { expect, test } from 'vitest'
import { byPhase, phaseOf, registerSize, type TodayClass, unmarked } from './today.ts'

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

test.each([
  ['17:59', 'later'],
  ['18:00', 'now'],
  ['18:59', 'now'],
  ['19:00', 'earlier'],
])('at %s a class from 18:00 to 19:00 is %s', (now, phase) => {
  expect(phaseOf(aClass({}), now)).toBe(phase)
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
