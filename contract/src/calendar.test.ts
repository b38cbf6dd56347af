import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  addDays,
  addMonths,
  ageOn,
  date,
  daysBetween,
  finishTime,
  instantAt,
  isDate,
  monthsBetween,
  OutsideCalendar,
  startOfWeek,
  timeIn,
  timeOfDay,
  todayIn,
  weekday,
} from './calendar.ts'

/** Days from 0200 to 9799: far enough from both ends for 40,000 days or 1,200 months either way. */
const day = fc
  .integer({ min: Date.UTC(200, 0, 1), max: Date.UTC(9799, 11, 31) })
  .map(instant => new Date(instant).toISOString().slice(0, 10))
const count = fc.integer({ min: -1200, max: 1200 })

describe('isDate', () => {
  it.each(['2026-01-01', '2024-02-29', '2000-02-29', '0001-01-01', '0099-12-31', '9999-12-31'])('%s is', text => {
    expect(isDate(text)).toBe(true)
  })

  it.each([
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '2026-1-1',
    ' 2026-01-01',
    '2026-01-01T00:00',
    '2026-01-01\n',
    '+002026-01-01',
    '٢٠٢٦-٠١-٠١',
    '',
    20260101,
    null,
    undefined,
  ])('%j is not', text => {
    expect(isDate(text)).toBe(false)
  })
})

describe('addDays and daysBetween', () => {
  it('cross months, leap days and clock changes', () => {
    expect(addDays('2026-03-28', 1)).toBe('2026-03-29')
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2025-12-31', 1)).toBe('2026-01-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
    expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2)
    expect(daysBetween('2026-10-26', '2026-10-26')).toBe(0)
  })

  it('are each other’s inverse, and keep the order of strings', () => {
    fc.assert(
      fc.property(day, count, (from, days) => {
        const to = addDays(from, days)
        expect(isDate(to)).toBe(true)
        expect(daysBetween(from, to)).toBe(days)
        expect(Math.sign(days)).toBe(Number(to > from) - Number(to < from))
      }),
    )
  })

  it('refuse what is not a date or leaves the calendar', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError)
    expect(() => addDays('9999-12-31', 1)).toThrow(OutsideCalendar)
    expect(() => addDays('0001-01-01', -1)).toThrow(OutsideCalendar)
    expect(() => addMonths('0001-01-01', -12)).toThrow(OutsideCalendar)
    expect(() => addDays('2026-01-01', 1e300)).toThrow(OutsideCalendar)
    expect(() => addDays('2026-01-01', 1.5)).toThrow(RangeError)
    expect(() => addDays('2026-01-01', Number.NaN)).toThrow(RangeError)
    expect(() => daysBetween('2026-01-01', 'today')).toThrow(RangeError)
  })
})

describe('addMonths', () => {
  it('31 Jan → 28 Feb → 31 Mar, counted from the first date', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
    expect(addMonths('2026-01-31', 2)).toBe('2026-03-31')
    expect(addMonths('2026-01-31', 3)).toBe('2026-04-30')
    expect(addMonths('2026-01-31', -2)).toBe('2025-11-30')
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  })

  it('31 Jan → 28 Feb → 31 Mar, step by step with the agreed day', () => {
    const february = addMonths('2026-01-31', 1, 31)
    expect(february).toBe('2026-02-28')
    expect(addMonths(february, 1, 31)).toBe('2026-03-31')
  })

  it('lands in the month meant, on the same day or the last one', () => {
    fc.assert(
      fc.property(day, count, (from, months) => {
        const to = addMonths(from, months)
        const index = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
        expect(isDate(to)).toBe(true)
        expect(index(to) - index(from)).toBe(months)
        if (to.slice(8) !== from.slice(8)) {
          expect(to.slice(8) < from.slice(8)).toBe(true)
          expect(addDays(to, 1).slice(8)).toBe('01')
        }
      }),
    )
  })
})

describe('monthsBetween', () => {
  it('counts whole months', () => {
    expect(monthsBetween('2026-01-15', '2026-02-14')).toBe(0)
    expect(monthsBetween('2026-01-15', '2026-02-15')).toBe(1)
    expect(monthsBetween('2026-01-31', '2026-02-27')).toBe(0)
    expect(monthsBetween('2026-01-31', '2026-02-28')).toBe(1)
    expect(monthsBetween('2026-02-28', '2026-03-30')).toBe(1)
    expect(monthsBetween('2025-11-05', '2026-11-05')).toBe(12)
    expect(monthsBetween('2026-02-15', '2026-01-15')).toBe(-1)
    expect(monthsBetween('2026-02-15', '2026-02-15')).toBe(0)
  })

  it('is the largest number of months that addMonths fits in', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 40_000 }), (from, days) => {
        const to = addDays(from, days)
        const months = monthsBetween(from, to)
        expect(addMonths(from, months) <= to).toBe(true)
        expect(addMonths(from, months + 1) > to).toBe(true)
        expect(monthsBetween(to, from)).toBe(0 - months)
      }),
    )
  })
})

describe('weekday and startOfWeek', () => {
  it('know the days', () => {
    expect(weekday('1970-01-01')).toBe(4)
    expect(weekday('2026-11-16')).toBe(1)
    expect(weekday('2026-11-22')).toBe(7)
    expect(weekday('1969-12-28')).toBe(7)
    expect(startOfWeek('2026-11-22')).toBe('2026-11-16')
    expect(startOfWeek('2026-11-16')).toBe('2026-11-16')
  })

  it('agree with the calendar of Date, and a week has seven days', () => {
    fc.assert(
      fc.property(day, from => {
        expect(weekday(from) % 7).toBe(new Date(`${from}T00:00:00Z`).getUTCDay())
        const monday = startOfWeek(from)
        expect(weekday(monday)).toBe(1)
        expect(daysBetween(monday, from)).toBe(weekday(from) - 1)
      }),
    )
  })
})

describe('ageOn', () => {
  it.each([
    ['2000-06-15', '2026-06-14', 25],
    ['2000-06-15', '2026-06-15', 26],
    ['2004-02-29', '2026-02-28', 21],
    ['2004-02-29', '2026-03-01', 22],
    ['2004-02-29', '2024-02-29', 20],
    ['2026-06-15', '2026-06-15', 0],
    ['2026-06-15', '2026-06-14', -1],
  ])('born %s, on %s: %i', (dob, on, age) => {
    expect(ageOn(dob, on)).toBe(age)
  })
})

describe('todayIn and timeIn', () => {
  it.each([
    ['Europe/London', '2026-01-15T23:59:59Z', '2026-01-15', '23:59'],
    ['Europe/London', '2026-07-15T22:59:59Z', '2026-07-15', '23:59'],
    ['Europe/London', '2026-07-15T23:00:00Z', '2026-07-16', '00:00'],
    ['Pacific/Auckland', '2026-01-15T11:00:00Z', '2026-01-16', '00:00'],
    ['Pacific/Auckland', '2026-07-15T11:59:00Z', '2026-07-15', '23:59'],
    ['America/Los_Angeles', '2026-01-15T07:59:00Z', '2026-01-14', '23:59'],
    ['America/Los_Angeles', '2026-07-15T07:00:00Z', '2026-07-15', '00:00'],
    ['Europe/London', '2026-03-29T01:00:00Z', '2026-03-29', '02:00'],
    ['Europe/London', '2026-10-25T01:00:00Z', '2026-10-25', '01:00'],
  ])('%s at %s', (zone, instant, today, time) => {
    expect(todayIn(zone, new Date(instant))).toBe(today)
    expect(timeIn(zone, new Date(instant))).toBe(time)
  })

  it('refuse a zone that is not one', () => {
    expect(() => todayIn('Europe/Atlantis', new Date(0))).toThrow(RangeError)
  })
})

describe('on the wire', () => {
  const messages = (schema: z.ZodMiniType, input: unknown) =>
    z.safeParse(schema, input).error?.issues.map(i => i.message)

  it('a date is a day of the calendar', () => {
    expect(z.parse(date, '2026-02-28')).toBe('2026-02-28')
    expect(messages(date, '2026-02-30')).toEqual(['2026-02-30 is not a day of the calendar'])
    expect(messages(date, '28/02/2026')).toEqual(['Give a date as YYYY-MM-DD'])
    expect(messages(date, 20260228)).toEqual(['Give a date as YYYY-MM-DD'])
  })

  it('a time is HH:mm, and only a finish may be 24:00', () => {
    for (const time of ['00:00', '09:05', '19:59', '23:59']) {
      expect(z.parse(timeOfDay, time)).toBe(time)
      expect(z.parse(finishTime, time)).toBe(time)
    }
    expect(z.parse(finishTime, '24:00')).toBe('24:00')
    expect(messages(timeOfDay, '24:00')).toEqual(['Give a time as HH:mm, 00:00 to 23:59'])
    for (const time of ['24:01', '9:05', '19:60', '19:00:00', '1900', ''])
      expect(messages(finishTime, time)).toEqual(['Give a time as HH:mm, 00:00 to 24:00'])
    expect(messages(timeOfDay, 19)).toEqual(['Give a time as HH:mm'])
  })
})

describe('the time zone of the machine', () => {
  const script = `
    import * as calendar from ${JSON.stringify(new URL('./calendar.ts', import.meta.url).href)}
    import * as format from ${JSON.stringify(new URL('./format.ts', import.meta.url).href)}
    const answers = []
    // Both clock changes of each zone, the turns of month and year, and a leap day.
    for (const day of ['2026-01-31', '2026-03-08', '2026-03-29', '2026-04-05', '2026-07-01', '2026-09-27', '2026-10-25',
      '2026-11-01', '2026-12-31', '2024-02-29'])
      answers.push(calendar.isDate(day), calendar.addDays(day, 1), calendar.addDays(day, -1), calendar.addMonths(day, 1),
        calendar.daysBetween('2026-01-01', day), calendar.monthsBetween('2020-01-31', day), calendar.weekday(day),
        calendar.startOfWeek(day), calendar.ageOn('2010-03-29', day), format.shortDate(day), format.mediumDate(day),
        format.longDate(day))
    for (const instant of ['2026-01-15T00:30:00Z', '2026-07-14T23:30:00Z'])
      answers.push(calendar.todayIn('Europe/London', new Date(instant)),
        format.dateTime(new Date(instant), 'Pacific/Auckland'))
    console.log(JSON.stringify({ zone: new Date(Date.UTC(2026, 0, 1)).getTimezoneOffset(), answers }))`

  const answersIn = (zone: string) =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
        cwd: fileURLToPath(new URL('.', import.meta.url)),
        env: { ...process.env, TZ: zone },
        encoding: 'utf8',
      }),
    )

  it('changes no answer: Auckland, London and Los Angeles, in winter and summer', () => {
    const utc = answersIn('UTC')
    const auckland = answersIn('Pacific/Auckland')
    const losAngeles = answersIn('America/Los_Angeles')
    // The machine did stand elsewhere.
    expect([utc.zone, auckland.zone, losAngeles.zone]).toEqual([0, -780, 480])
    expect(auckland.answers).toEqual(utc.answers)
    expect(losAngeles.answers).toEqual(utc.answers)
    expect(answersIn('Europe/London').answers).toEqual(utc.answers)
    expect(utc.answers.slice(-4)).toEqual(['2026-01-15', '15 Jan 2026, 13:30', '2026-07-15', '15 Jul 2026, 11:30'])
  })
})

describe('instantAt', () => {
  it.each([
    ['Europe/London', '2026-01-05', '19:00', '2026-01-05T19:00Z'],
    ['Europe/London', '2026-07-05', '19:00', '2026-07-05T18:00Z'],
    // The last Sundays of March and October: 01:30 is left out, and comes twice.
    ['Europe/London', '2026-03-29', '00:30', '2026-03-29T00:30Z'],
    ['Europe/London', '2026-03-29', '01:30', '2026-03-29T01:30Z'],
    ['Europe/London', '2026-03-29', '19:00', '2026-03-29T18:00Z'],
    ['Europe/London', '2026-10-25', '01:30', '2026-10-25T00:30Z'],
    ['Europe/London', '2026-10-25', '19:00', '2026-10-25T19:00Z'],
    ['Europe/London', '2026-10-24', '24:00', '2026-10-24T23:00Z'],
    ['Europe/London', '2028-02-29', '24:00', '2028-03-01T00:00Z'],
    ['Pacific/Auckland', '2026-01-05', '19:00', '2026-01-05T06:00Z'],
    ['America/Los_Angeles', '2026-01-05', '19:00', '2026-01-06T03:00Z'],
    ['Asia/Kolkata', '2026-01-05', '19:00', '2026-01-05T13:30Z'],
  ])('%s %s %s is %s', (zone, date, time, expected) => {
    expect(instantAt(zone, date, time)).toEqual(new Date(expected))
  })
})
