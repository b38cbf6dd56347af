import { describe, expect, it } from 'vitest'
import { backSearch, listSearch, readIds, readReportQuery } from './report-address.ts'

const today = '2026-11-21'

describe('readReportQuery', () => {
  it('is this month of all clubs against the period before, where nothing is said', () => {
    expect(readReportQuery({}, today)).toEqual({
      clubIds: undefined,
      period: 'this-month',
      days: { from: '2026-11-01', until: '2026-11-30' },
      compare: 'before',
    })
  })

  it('takes two days before a period', () => {
    expect(readReportQuery({ period: 'last-month', from: '2026-01-05', until: '2026-01-09' }, today)).toMatchObject({
      period: null,
      days: { from: '2026-01-05', until: '2026-01-09' },
    })
  })

  it.each([
    { from: '2026-01-05' },
    { from: '2026-01-09', until: '2026-01-05' },
    { from: 'x', until: '2026-02-30' },
    { period: 'constructor', compare: 'toString' },
  ])('%j is this month', search => {
    expect(readReportQuery(search, today)).toMatchObject({ period: 'this-month', compare: 'before' })
  })
})

it.each([
  ['1,2,1', [1, 2]],
  ['', undefined],
  ['x,-1,0', undefined],
  ['7,x', [7]],
])('the clubs %j are %j', (text, ids) => {
  expect(readIds(text)).toEqual(ids)
})

describe('the list behind a number', () => {
  const search = { clubs: '1,2', period: 'last-month', compare: 'year', 'sort-clubs': 'x' }
  const days = { from: '2026-10-01', until: '2026-10-31' }

  it('names its own clubs and days, and remembers those of the report', () => {
    const list = listSearch({ list: 'lapses', days, clubIds: [2] }, search)
    expect(list).toEqual({
      list: 'lapses',
      ...days,
      clubs: '2',
      group: undefined,
      back: 'clubs=1%2C2&period=last-month&compare=year',
    })
    expect(backSearch(list)).toEqual({ clubs: '1,2', period: 'last-month', compare: 'year' })
  })

  it('leads back to nothing but what a report knows', () => {
    expect(backSearch({ list: 'lapses', back: 'list=x&evil=1&clubs=3' })).toEqual({ clubs: '3' })
    expect(backSearch({ list: 'lapses', from: '2026-01-01', until: '2026-01-31' })).toEqual({})
  })
})
