import { expect, test } from 'vitest'
import { readDate, readMoney, readTime, readWhole, wrongDate } from './read-text.ts'

test.each([
  ['12', 12],
  [' 1,200 ', 1200],
  ['-3', -3],
  ['1.5', undefined],
  ['7,5', undefined],
  ['twelve', undefined],
  ['', undefined],
])('the whole number %j is %j', (text, value) => expect(readWhole(text)).toBe(value))

test.each([
  ['12', 12],
  ['£1,250.50', 1250.5],
  ['.5', 0.5],
  ['12.', 12],
  ['12,50', undefined],
  ['£0,99', undefined],
  ['9,99', undefined],
  ['10000000', undefined],
  ['12.345', undefined],
  ['1e5', undefined],
])('the amount %j is %j', (text, value) => expect(readMoney(text)).toBe(value))

test.each([
  ['19:30', '19:30'],
  ['1930', '19:30'],
  ['930', '09:30'],
  ['7pm', '19:00'],
  ['7:30 PM', '19:30'],
  ['12am', '00:00'],
  ['12pm', '12:00'],
  ['9', '09:00'],
  ['noon', '12:00'],
  ['13pm', undefined],
  ['25:00', undefined],
  ['19:60', undefined],
  ['24:00', undefined],
])('the time %j is %j', (text, value) => expect(readTime(text)).toBe(value))

test('a finish at midnight ends the day', () => {
  for (const text of ['24:00', '2400', '24', 'midnight', '12am', '00:00', '0:00'])
    expect(readTime(text, true), text).toBe('24:00')
  expect(readTime('midnight')).toBe('00:00')
  expect(readTime('24:30', true)).toBe(undefined)
})

test.each([
  ['5/11/2026', '2026-11-05'],
  ['05.11.26', '2026-11-05'],
  ['5 November 2026', '2026-11-05'],
  ['29-feb-2028', '2028-02-29'],
  ['29/02/2027', undefined],
  ['2026-11-05', '2026-11-05'],
  ['11/25/2026', undefined],
  ['5 Nov', undefined],
])('the date %j is %j', (text, value) => expect(readDate(text)).toBe(value))

test('what is wrong with a date is said in the way in which people write dates', () => {
  expect(wrongDate('Give a date as YYYY-MM-DD', 'someday')).toBe('Not a date. Write it like 21/11/2026.')
  expect(wrongDate('2026-02-30 is not a day of the calendar', '2026-02-30')).toBe(
    'Not a date. Write it like 21/11/2026.',
  )
  expect(wrongDate('Give a date as YYYY-MM-DD', null)).toBe('Give a date, like 21/11/2026.')
  expect(wrongDate('This day has passed.', '2026-02-03')).toBe('This day has passed.')
})
