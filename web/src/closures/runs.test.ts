import { expect, it } from 'vitest'
import { inRuns } from './runs.ts'

it('puts days after each other with one name together, across the end of a month', () => {
  const day = (date: string, name: string) => ({ date, name })
  expect(
    inRuns([
      day('2026-07-31', 'Summer'),
      day('2026-08-01', 'Summer'),
      day('2026-08-02', 'Camp'),
      day('2026-08-04', 'Camp'),
    ]),
  ).toEqual([
    { from: '2026-07-31', to: '2026-08-01', name: 'Summer', days: 2 },
    { from: '2026-08-02', to: '2026-08-02', name: 'Camp', days: 1 },
    { from: '2026-08-04', to: '2026-08-04', name: 'Camp', days: 1 },
  ])
})
