import { weekday } from '@honbu/contract/calendar.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SeriesRules, seriesDays } from './slot-series.ts'

const rules: SeriesRules = {
  startDate: '2026-05-01',
  endDate: '2026-05-29',
  closures: new Map([
    ['2026-05-25', 'Spring bank holiday'],
    ['2026-05-26', ''],
  ]),
  slots: new Map([['2026-05-19', '18:00']]),
  today: '2026-05-12',
  timeNow: '18:30',
}
const week = { weekdays: [1, 2], dateFrom: '2026-05-11', dateTo: '2026-06-02', startTime: '18:30' }

describe('seriesDays', () => {
  it('says what becomes of each day, and why', () => {
    expect(seriesDays(week, rules).map(({ classDate, becomes, why }) => `${classDate} ${becomes}: ${why}`)).toEqual([
      '2026-05-11 past: Is over',
      '2026-05-12 past: Is over',
      '2026-05-18 new: ',
      '2026-05-19 exists: Has a slot at 18:00 already',
      '2026-05-25 closed: Spring bank holiday',
      '2026-05-26 closed: The club is closed',
      '2026-06-01 outside: The class ends on 29 May 2026',
      '2026-06-02 outside: The class ends on 29 May 2026',
    ])
  })

  it('makes one later today', () => {
    const [, today] = seriesDays({ ...week, startTime: '18:31' }, rules)
    expect(today).toMatchObject({ classDate: '2026-05-12', becomes: 'new' })
  })

  it('does not begin before the class, and knows 29 February', () => {
    const leap = { ...rules, startDate: '2028-02-29', endDate: null, today: '2028-02-01' }
    const series = { weekdays: [1, 2, 3, 4, 5, 6, 7], dateFrom: '2028-02-28', dateTo: '2028-03-01', startTime: '18:00' }
    expect(seriesDays(series, leap).map(({ classDate, becomes }) => [classDate, becomes])).toEqual([
      ['2028-02-28', 'outside'],
      ['2028-02-29', 'new'],
      ['2028-03-01', 'new'],
    ])
  })

  it('has every chosen weekday between its dates once, in order, and nothing else', () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
    fc.assert(
      fc.property(days, fc.nat(300), (weekdays, length) => {
        const dateTo = new Date(Date.UTC(2026, 4, 11 + length)).toISOString().slice(0, 10)
        const found = seriesDays({ ...week, weekdays, dateTo }, rules).map(({ classDate }) => classDate)
        expect(found).toEqual([...new Set(found)].sort())
        expect(found.every(date => date >= week.dateFrom && date <= dateTo && weekdays.includes(weekday(date)))).toBe(
          true,
        )
        expect(found.length).toBeGreaterThanOrEqual(Math.floor((length + 1) / 7) * weekdays.length)
      }),
    )
  })
})
