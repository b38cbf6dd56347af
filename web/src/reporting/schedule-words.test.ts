import { expect, it } from 'vitest'
import { ordinal, rhythmWords } from './schedule-words.ts'

const rhythm = { weekday: null, dayOfMonth: null, hour: 7 }

it.each([
  [{ ...rhythm, every: 'day' as const }, 'Every day at 07:00'],
  [{ ...rhythm, every: 'week' as const, weekday: 1 }, 'Every Monday at 07:00'],
  [{ ...rhythm, every: 'week' as const, weekday: 7, hour: 18 }, 'Every Sunday at 18:00'],
  [{ ...rhythm, every: 'month' as const, dayOfMonth: 31 }, 'Every month on the 31st at 07:00'],
])('%j: %s', (given, words) => {
  expect(rhythmWords(given)).toBe(words)
})

it('counts the days of a month', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '23rd',
    '30th',
  ])
})
