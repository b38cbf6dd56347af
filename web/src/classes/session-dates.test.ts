import { daysBetween } from '@honbu/contract/calendar.ts'
import { expect, test } from 'vitest'
import { nearestSessions, neighbours, rangeAround, sessionToOpen } from './session-dates.ts'

const sessions = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30'].map(date => ({
  date,
  startTime: '18:00',
  finishTime: '19:00',
  location: '',
  cover: [],
}))

test('the range is no longer than a call allows, also in a leap year', () => {
  for (const year of ['2026', '2028']) {
    const { from, to } = rangeAround(`${year}-05-01`)
    expect(daysBetween(from, to)).toBeLessThanOrEqual(800)
    expect(from < `${year}-01-01` && to > `${year}-12-31`).toBe(true)
  }
})

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-17', '2026-11-23'],
  ['2026-12-25', '2026-11-30'],
  ['2026-01-01', '2026-11-02'],
])('on %s the register of %s opens', (today, opened) => {
  expect(sessionToOpen(sessions, today)?.date).toBe(opened)
})

test('a class that never runs has no register to open', () => {
  expect(sessionToOpen([], '2026-11-16')).toBeUndefined()
})

test('previous and next leave out the day itself', () => {
  expect(neighbours(sessions, '2026-11-16').previous?.date).toBe('2026-11-09')
  expect(neighbours(sessions, '2026-11-16').next?.date).toBe('2026-11-23')
  expect(neighbours(sessions, '2026-11-02').previous).toBeUndefined()
  expect(neighbours(sessions, '2026-11-30').next).toBeUndefined()
})

test('where the class does not run, the nearest dates are offered in order', () => {
  expect(nearestSessions(sessions, '2026-11-18').map(session => session.date)).toEqual([
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ])
  expect(nearestSessions(sessions, '2026-12-24').map(session => session.date)).toEqual(['2026-11-23', '2026-11-30'])
})
