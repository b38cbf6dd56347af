import { expect, it } from 'vitest'
import { time, timeSpan, timeSpanInWords } from './time-of-day.ts'

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
  expect(timeSpanInWords({ startTime: '22:00', finishTime: '24:00' })).toBe('22:00 to midnight')
})
