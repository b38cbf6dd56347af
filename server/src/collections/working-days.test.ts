import { expect, it } from 'vitest'
import { workingDayFrom } from './working-days.ts'

it.each([
  ['2026-05-12', '2026-05-12', 'a Tuesday'],
  ['2026-05-16', '2026-05-18', 'a Saturday'],
  ['2026-05-23', '2026-05-26', 'the weekend before the Spring bank holiday'],
  ['2026-12-25', '2026-12-29', 'Christmas with its substitute day'],
  ['2026-04-03', '2026-04-07', 'Easter'],
])('%s is collected on %s: %s', (date, expected) => {
  expect(workingDayFrom(date)).toBe(expected)
})
