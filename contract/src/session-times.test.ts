import { describe, expect, it } from 'vitest'
import { finishInstant, minutesOf, timesError } from './session-times.ts'

const night = { startTime: '22:30', finishTime: '01:15' }

describe('a session past midnight', () => {
  it('counts its minutes from the day it starts', () => {
    expect(minutesOf(night)).toEqual({ from: 1350, to: 1515 })
    expect(minutesOf({ startTime: '22:30', finishTime: '24:00' })).toEqual({ from: 1350, to: 1440 })
  })

  it.each([
    // The clocks go forward at 01:00 on 29 March 2026, and 01:15 doesn't exist: it is 02:15.
    ['2026-03-28', '2026-03-29T01:15:00.000Z'],
    ['2026-06-30', '2026-07-01T00:15:00.000Z'],
    ['2026-12-31', '2027-01-01T01:15:00.000Z'],
  ])('from %s finishes at %s in London', (date, instant) => {
    expect(finishInstant('Europe/London', date, night).toISOString()).toBe(instant)
  })

  it.each([
    ['19:00', '20:00', true],
    ['00:00', '24:00', true],
    ['22:00', '01:00', true],
    ['20:00', '08:00', true],
    // Someone has mistyped.
    ['20:00', '08:01', false],
    ['19:00', '18:00', false],
    ['19:00', '19:00', false],
  ])('from %s to %s: %s', (startTime, finishTime, isRight) => {
    expect(timesError({ startTime, finishTime }) === null).toBe(isRight)
  })
})
