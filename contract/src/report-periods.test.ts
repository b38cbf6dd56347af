import { expect, it } from 'vitest'
import { reportPeriods, sentPeriods } from './report-periods.ts'

it.each([
  ['this-month', '2026-11-21', '2026-11-01', '2026-11-30'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['this-quarter', '2026-11-21', '2026-10-01', '2026-12-31'],
  ['this-quarter', '2026-01-31', '2026-01-01', '2026-03-31'],
  ['this-year', '2026-11-21', '2026-01-01', '2026-12-31'],
  ['last-12-months', '2026-11-21', '2025-11-22', '2026-11-21'],
] as const)('%s on %s', (period, today, from, until) => {
  expect(reportPeriods[period].days(today)).toEqual({ from, until })
})

it.each([
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['last-week', '2026-11-23', '2026-11-16', '2026-11-22'],
  ['last-week', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['last-month', '2026-11-01', '2026-10-01', '2026-10-31'],
] as const)('sent: %s on %s', (period, today, from, until) => {
  expect(sentPeriods[period].days(today)).toEqual({ from, until })
})
