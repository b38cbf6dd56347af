import { addDays, weekday } from '@honbu/contract/calendar.ts'
import { bankHolidayRegions } from '@honbu/contract/closures.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bankHolidays, easterSunday } from './bank-holidays.ts'

/** The lists as they are published, by month and day. */
const published: readonly (readonly [(typeof bankHolidayRegions)[number], number, string])[] = [
  ['england-and-wales', 2022, '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27'],
  ['england-and-wales', 2023, '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26'],
  ['england-and-wales', 2024, '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26'],
  ['england-and-wales', 2025, '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26'],
  ['england-and-wales', 2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
  ['england-and-wales', 2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
  ['england-and-wales', 2028, '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26'],
  ['scotland', 2022, '01-03 01-04 04-15 05-02 06-02 06-03 08-01 09-19 11-30 12-26 12-27'],
  ['scotland', 2023, '01-02 01-03 04-07 05-01 05-08 05-29 08-07 11-30 12-25 12-26'],
  ['scotland', 2024, '01-01 01-02 03-29 05-06 05-27 08-05 12-02 12-25 12-26'],
  ['scotland', 2025, '01-01 01-02 04-18 05-05 05-26 08-04 12-01 12-25 12-26'],
  ['scotland', 2026, '01-01 01-02 04-03 05-04 05-25 06-15 08-03 11-30 12-25 12-28'],
  ['scotland', 2027, '01-01 01-04 03-26 05-03 05-31 08-02 11-30 12-27 12-28'],
  ['scotland', 2028, '01-03 01-04 04-14 05-01 05-29 08-07 11-30 12-25 12-26'],
  ['northern-ireland', 2024, '01-01 03-18 03-29 04-01 05-06 05-27 07-12 08-26 12-25 12-26'],
  ['northern-ireland', 2025, '01-01 03-17 04-18 04-21 05-05 05-26 07-14 08-25 12-25 12-26'],
  ['northern-ireland', 2026, '01-01 03-17 04-03 04-06 05-04 05-25 07-13 08-31 12-25 12-28'],
  ['northern-ireland', 2027, '01-01 03-17 03-26 03-29 05-03 05-31 07-12 08-30 12-27 12-28'],
  ['northern-ireland', 2028, '01-03 03-17 04-14 04-17 05-01 05-29 07-12 08-28 12-25 12-26'],
]

describe('bankHolidays', () => {
  it.each(published)('of %s in %i', (region, year, days) => {
    expect(
      bankHolidays(region, year)
        .map(({ date }) => date.slice(5))
        .join(' '),
    ).toBe(days)
  })

  it('keeps Boxing Day and moves Christmas on when Christmas is a Sunday', () => {
    expect(bankHolidays('england-and-wales', 2033).slice(-2)).toEqual([
      { date: '2033-12-26', name: 'Boxing Day' },
      { date: '2033-12-27', name: 'Christmas Day (substitute day)' },
    ])
  })

  it('falls on working days only, each once, in order', () => {
    fc.assert(
      fc.property(fc.constantFrom(...bankHolidayRegions), fc.integer({ min: 1990, max: 2100 }), (region, year) => {
        const days = bankHolidays(region, year).map(({ date }) => date)
        expect(days).toEqual([...new Set(days)].sort())
        expect(days.filter(day => weekday(day) > 5)).toEqual([])
        expect(days.every(day => day.startsWith(`${year}-`))).toBe(true)
      }),
    )
  })
})

describe('easterSunday', () => {
  it.each(['2000-04-23', '2008-03-23', '2011-04-24', '2024-03-31', '2038-04-25'])('is %s', date => {
    expect(easterSunday(Number(date.slice(0, 4)))).toBe(date)
    expect(weekday(addDays(date, -2))).toBe(5)
  })
})
