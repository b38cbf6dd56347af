import { expect, test } from 'vitest'
import { dayAndMonth, dayOfMonth, fromLocal, fullDay, shortDay, toLocalNoon, weekdayName } from './dates.ts'

test.each(['2026-03-29', '2026-10-25', '2026-12-31', '2024-02-29', '1999-01-01'])(
  '%s goes to a Date and back',
  date => {
    expect(fromLocal(toLocalNoon(date))).toBe(date)
  },
)

test('a date is written as it is, whatever the zone of the machine', () => {
  expect(dayAndMonth('2026-11-21')).toBe('Saturday 21 November')
  expect(fullDay('2026-11-21')).toBe('Saturday 21 November 2026')
  expect(shortDay('2026-11-21')).toBe('Sat 21 Nov')
  expect(weekdayName('2026-11-21')).toBe('Sat')
  expect(dayOfMonth('2026-11-01')).toBe('1 Nov')
})
