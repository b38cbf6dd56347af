import { describe, expect, test } from 'vitest'
import { readMonth, stepMonth, weeksOf } from './month.ts'

test.each([
  ['2026-05', '2026-05'],
  ['2026-13', null],
  ['2026-5', null],
  ['', null],
  [undefined, null],
])('the month of %j is %j', (text, month) => expect(readMonth(text)).toBe(month))

test('months follow each other over the year', () => {
  expect(stepMonth('2026-12', 1)).toBe('2027-01')
  expect(stepMonth('2026-01', -1)).toBe('2025-12')
})

describe('weeksOf', () => {
  test.each([
    ['2026-05', '2026-04-27', '2026-05-31', 5],
    ['2027-02', '2027-02-01', '2027-02-28', 4],
    ['2026-08', '2026-07-27', '2026-09-06', 6],
    ['2028-02', '2028-01-31', '2028-03-05', 5],
  ])('%s is from %s to %s', (month, first, last, count) => {
    const weeks = weeksOf(month)
    expect(weeks).toHaveLength(count)
    expect(weeks[0]?.[0]).toBe(first)
    expect(weeks.at(-1)?.[6]).toBe(last)
    expect(weeks.every(week => week.length === 7)).toBe(true)
  })
})
