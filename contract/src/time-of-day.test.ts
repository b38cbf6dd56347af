import { describe, expect, it } from 'vitest'
import { phaseOf, time, timeSpan, timeSpanInWords } from './time-of-day.ts'

it('a time of day is HH:mm, and 24:00 is midnight', () => {
  expect(time('09:05')).toBe('09:05')
  expect(time('19:00:00')).toBe('19:00')
  expect(time('00:00')).toBe('00:00')
  expect(time('24:00:00')).toBe('midnight')
  expect(() => time('9:05')).toThrow(RangeError)
})

it('a span ends at midnight', () => {
  expect(timeSpan({ startTime: '19:00', finishTime: '20:30' })).toBe('19:00–20:30')
  expect(timeSpan({ startTime: '22:00', finishTime: '24:00' })).toBe('22:00–midnight')
  expect(timeSpan({ startTime: '22:00', finishTime: '00:00' })).toBe('22:00–midnight')
  expect(timeSpan({ startTime: '22:00', finishTime: '01:30' })).toBe('22:00–01:30')
  expect(timeSpanInWords({ startTime: '22:00', finishTime: '24:00' })).toBe('22:00 to midnight')
})

const evening = { startTime: '18:00', finishTime: '19:00' }
const night = { startTime: '22:30', finishTime: '01:15' }

describe('phaseOf', () => {
  it.each([
    ['17:59', 'later'],
    ['18:00', 'now'],
    ['18:59', 'now'],
    ['19:00', 'earlier'],
  ])('at %s a class from 18:00 to 19:00 is %s', (now, phase) => {
    expect(phaseOf(evening, now)).toBe(phase)
  })

  it('never ends a class past midnight on the day it starts', () => {
    expect(['22:29', '22:30', '23:59'].map(now => phaseOf(night, now))).toEqual(['later', 'now', 'now'])
  })
})
