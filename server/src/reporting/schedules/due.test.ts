import { expect, it } from 'vitest'
import { lastDue, nextDue, type Rhythm } from './due.ts'

const london = 'Europe/London'
const daily: Rhythm = { every: 'day', weekday: null, dayOfMonth: null, hour: 7, timeZone: london }
const mondays: Rhythm = { ...daily, every: 'week', weekday: 1 }
const monthly = (dayOfMonth: number): Rhythm => ({ ...daily, every: 'month', dayOfMonth })

it.each<[string, Rhythm, string, string, string]>([
  ['a day, before its hour', daily, '2026-05-12T05:59:00Z', '2026-05-11', '2026-05-12'],
  ['a day, at its hour', daily, '2026-05-12T06:00:00Z', '2026-05-12', '2026-05-13'],
  ['a day, in winter', daily, '2026-12-01T06:30:00Z', '2026-11-30', '2026-12-01'],
  ['Mondays, on a Tuesday', mondays, '2026-05-12T12:00:00Z', '2026-05-11', '2026-05-18'],
  ['Mondays, on a Monday too early', mondays, '2026-05-11T05:00:00Z', '2026-05-04', '2026-05-11'],
  ['the 1st', monthly(1), '2026-05-12T12:00:00Z', '2026-05-01', '2026-06-01'],
  ['the 31st, in a month of 28', monthly(31), '2026-03-01T12:00:00Z', '2026-02-28', '2026-03-31'],
  ['the 31st, on the 30th of April', monthly(31), '2026-04-30T12:00:00Z', '2026-04-30', '2026-05-31'],
  [
    'in Auckland it is tomorrow',
    { ...daily, timeZone: 'Pacific/Auckland' },
    '2026-05-12T20:00:00Z',
    '2026-05-13',
    '2026-05-14',
  ],
])('%s', (_, rhythm, now, last, next) => {
  const at = new Date(now)
  expect(lastDue(rhythm, at).on).toBe(last)
  expect(nextDue(rhythm, at).on).toBe(next)
  expect(lastDue(rhythm, at).at <= at).toBe(true)
  expect(nextDue(rhythm, at).at > at).toBe(true)
})

it('an hour that a clock change leaves out comes later', () => {
  const due = nextDue({ ...daily, hour: 1 }, new Date('2026-03-28T12:00:00Z'))
  expect(due).toEqual({ on: '2026-03-29', at: new Date('2026-03-29T01:00:00Z') })
})
