import { describe, expect, it } from 'vitest'
import { boundOf } from './minimum-term.ts'

const agreed = { memberSince: '2026-01-15', minimumMonths: 6, noticeDays: 0, freezes: [] }

describe('boundOf', () => {
  it.each<[string, Partial<Parameters<typeof boundOf>[0]>, string, ReturnType<typeof boundOf>]>([
    ['a term that runs', {}, '2026-05-12', { until: '2026-07-14', by: 'term' }],
    ['the last day of a term', {}, '2026-07-14', null],
    ['no term', { minimumMonths: null }, '2026-05-12', null],
    ['nobody knows since when', { memberSince: null }, '2026-05-12', null],
    ['a notice after the term', { noticeDays: 30 }, '2026-08-01', { until: '2026-08-31', by: 'notice' }],
    ['a notice that ends after the term', { noticeDays: 30 }, '2026-07-01', { until: '2026-07-31', by: 'notice' }],
    ['a term from the 31st', { memberSince: '2025-08-31' }, '2026-02-01', { until: '2026-02-27', by: 'term' }],
    // 28 days in February.
    [
      'a freeze within the term',
      { freezes: [{ from: '2026-02-01', until: '2026-02-28' }] },
      '2026-05-12',
      { until: '2026-08-11', by: 'term' },
    ],
    ['a freeze after the term', { freezes: [{ from: '2026-07-15', until: '2026-08-31' }] }, '2026-07-14', null],
    // 1 to 12 May so far.
    [
      'a freeze without an end',
      { freezes: [{ from: '2026-05-01', until: null }] },
      '2026-05-12',
      { until: '2026-07-26', by: 'term' },
    ],
  ])('%s', (_, given, today, bound) => {
    expect(boundOf({ ...agreed, ...given }, today)).toEqual(bound)
  })
})
