import { expect, test } from 'vitest'
import { anOccurrence } from './test-occurrences.ts'
import { daysFrom, hoursOf, inCell, weekTitle } from './week.ts'

const at = (classDate: string, startTime: string, location = 'Dojo') => anOccurrence({ classDate, startTime, location })

test.each([
  ['2026-11-16', '16 – 22 Nov 2026'],
  ['2026-11-30', '30 Nov – 6 Dec 2026'],
  ['2026-12-28', '28 Dec 2026 – 3 Jan 2027'],
])('the week from %s is %s', (monday, title) => {
  expect(weekTitle(monday)).toBe(title)
})

test('a week has seven days, also where the clock changes', () => {
  expect(daysFrom('2026-10-19')).toEqual([
    '2026-10-19',
    '2026-10-20',
    '2026-10-21',
    '2026-10-22',
    '2026-10-23',
    '2026-10-24',
    '2026-10-25',
  ])
})

test('only hours in which a class begins are rows, and a cell is in order', () => {
  const week = [
    at('2026-11-16', '18:45'),
    at('2026-11-16', '18:00', 'B'),
    at('2026-11-16', '18:00', 'A'),
    at('2026-11-17', '09:00'),
  ]
  expect(hoursOf(week)).toEqual(['09', '18'])
  expect(inCell(week, '2026-11-16', '18').map(each => `${each.startTime} ${each.location}`)).toEqual([
    '18:00 A',
    '18:00 B',
    '18:45 Dojo',
  ])
  expect(inCell(week, '2026-11-17', '18')).toEqual([])
})
