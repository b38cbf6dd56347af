import { addDays } from '@honbu/contract/calendar.ts'
import { subFrequency } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorAt, costOf, daysIn, isOnSchedule, periodAt, stepFrom } from './billing-schedule.ts'

const { weekly, monthly, quarterly, yearly, oneOff } = subFrequency

describe('periodAt', () => {
  it.each([
    ['weekly', weekly, '2026-05-12', '2026-05-12', '2026-05-18', 7],
    ['weekly, from within', weekly, '2026-05-12', '2026-05-21', '2026-05-25', 7],
    ['weekly, before it begins', weekly, '2026-05-12', '2026-05-10', '2026-05-11', 7],
    ['monthly', monthly, '2026-05-12', '2026-05-12', '2026-06-11', 31],
    ['the 31st, into a short month', monthly, '2026-01-31', '2026-01-31', '2026-02-27', 28],
    ['the 31st, out of a short month', monthly, '2026-01-31', '2026-02-28', '2026-03-30', 31],
    ['the 31st, in a leap year', monthly, '2026-01-31', '2028-02-29', '2028-03-30', 31],
    ['a quarter', quarterly, '2025-11-30', '2025-11-30', '2026-02-27', 90],
    ['the quarter after', quarterly, '2025-11-30', '2026-02-28', '2026-05-29', 91],
    ['a leap day, yearly', yearly, '2024-02-29', '2025-02-28', '2026-02-27', 365],
    ['a leap day, four years on', yearly, '2024-02-29', '2028-02-29', '2029-02-27', 365],
    ['what is left of a month', monthly, '2026-06-01', '2026-05-12', '2026-05-31', 31],
  ])('%s', (_, frequency, anchor, from, until, wholeDays) => {
    expect(periodAt(anchorAt(anchor), frequency, from)).toEqual({ from, until, wholeDays })
  })

  it('has no periods of what is paid once', () => {
    expect(() => periodAt(anchorAt('2026-05-12'), oneOff, '2026-05-12')).toThrow(RangeError)
  })

  it('never drifts and never leaves a day out, whatever the day it began', () => {
    fc.assert(
      fc.property(someDay, fc.constantFrom(weekly, monthly, quarterly, yearly), (day, frequency) => {
        const anchor = anchorAt(day)
        let from = day
        for (let step = 1; step <= 40; step += 1) {
          const period = periodAt(anchor, frequency, from)
          expect(daysIn(period)).toBe(period.wholeDays)
          expect(isOnSchedule(anchor, frequency, from)).toBe(true)
          from = addDays(period.until, 1)
          expect(from).toBe(stepFrom(anchor, frequency, step))
        }
      }),
    )
  })
})

const someDay = fc.integer({ min: 0, max: 2000 }).map(days => addDays('2023-06-01', days))

describe('costOf', () => {
  const may = { from: '2026-05-01', until: '2026-05-31', wholeDays: 31 }
  it.each([
    ['a whole period', may, [], 3000],
    ['a part', { ...may, from: '2026-05-12' }, [], 1935],
    ['half a penny goes up', { from: '2026-05-01', until: '2026-05-01', wholeDays: 2 }, [], 1500],
    ['frozen for nothing', may, [{ from: '2026-04-01', until: null, pence: 0 }], 0],
    ['frozen for less', may, [{ from: '2026-04-01', until: null, pence: 500 }], 500],
    ['frozen in part', may, [{ from: '2026-05-17', until: '2026-08-31', pence: 0 }], 1548],
    [
      'two freezes',
      may,
      [
        { from: '2026-05-01', until: '2026-05-10', pence: 0 },
        { from: '2026-05-22', until: '2026-05-31', pence: 310 },
      ],
      1165,
    ],
    ['no freeze makes it dearer', may, [{ from: '2026-05-01', until: null, pence: 9000 }], 3000],
    ['a freeze of other days', may, [{ from: '2026-06-01', until: null, pence: 0 }], 3000],
  ])('%s', (_, period, freezes, pence) => {
    expect(costOf(period, 3000, freezes)).toBe(pence)
  })

  it('rounds 1001 pence for one day of two up', () => {
    expect(costOf({ from: '2026-05-01', until: '2026-05-01', wholeDays: 2 }, 1001)).toBe(501)
  })

  it('costs no more than the whole, and the parts of a period cost the whole but for a penny', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 29 }), (pence, split) => {
        const first = { ...may, until: addDays(may.from, split) }
        const rest = { ...may, from: addDays(first.until, 1) }
        const sum = costOf(first, pence) + costOf(rest, pence)
        expect(Math.abs(sum - pence)).toBeLessThanOrEqual(1)
        expect(costOf(first, pence)).toBeLessThanOrEqual(pence)
      }),
    )
  })
})
