import { describe, expect, it } from 'vitest'
import { kpis } from './kpis.ts'
import { type CellUnit, cellWords, changeOf, daysWords } from './report-words.ts'

describe('cellWords', () => {
  it.each<[CellUnit, string | number | null, string]>([
    ['money', 1234.5, '£1,234.50'],
    ['money', -5, '(£5.00)'],
    ['percent', 12.345, '12.3%'],
    ['percent', 100, '100.0%'],
    ['decimal', 2, '2.00'],
    ['count', 12345, '12,345'],
    ['count', -3, '-3'],
    ['decimal', 1.256, '1.26'],
    ['months', 1, '1 month'],
    ['days', 7.25, '7.3 days'],
    ['month', '2026-11-01', 'Nov 2026'],
    ['month', '2026-09', 'Sept 2026'],
    ['date', '2026-11-05', '5 Nov 2026'],
    ['text', 'Moved away', 'Moved away'],
    ['count', null, '–'],
    ['text', '', '–'],
  ])('%s %j: %s', (unit, value, words) => {
    expect(cellWords(unit, value)).toBe(words)
  })
})

describe('changeOf', () => {
  it.each([
    ['active', 110, 100, 'up', '+10', '+10%', 'better'],
    ['lapses', 4, 8, 'down', '−4', '−50%', 'better'],
    ['lapses', 8, 4, 'up', '+4', '+100%', 'worse'],
    ['churn', 5.5, 4, 'up', '+1.5 points', '', 'worse'],
    ['debt', 60, 100, 'down', '−£40.00', '−40%', 'better'],
    ['sessions', 10, 12, 'down', '−2', '−16.7%', 'neutral'],
    ['active', 5, 0, 'up', '+5', '', 'better'],
    ['churn', 4.01, 4, 'same', 'no change', '', 'neutral'],
    ['active', 5, 5, 'same', 'no change', '', 'neutral'],
  ] as const)('%s %d after %d', (kpi, value, other, way, words, share, tone) => {
    expect(changeOf(kpis[kpi], value, other)).toEqual({ way, words, share, tone })
  })

  it('is nothing where one of the two is not known', () => {
    expect(changeOf(kpis.active, null, 3)).toBeNull()
    expect(changeOf(kpis.active, 3, null)).toBeNull()
  })
})

it.each([
  ['2026-11-01', '2026-11-30', 'Nov 2026'],
  ['2026-02-01', '2026-02-28', 'Feb 2026'],
  ['2026-11-02', '2026-11-30', '2 Nov 2026 to 30 Nov 2026'],
  ['2026-11-01', '2026-12-31', '1 Nov 2026 to 31 Dec 2026'],
  ['2026-11-05', '2026-11-05', '5 Nov 2026'],
])('%s to %s: %s', (from, until, words) => {
  expect(daysWords(from, until)).toBe(words)
})
