import { describe, expect, it } from 'vitest'
import { earliestChangedDebit, earliestPayment, isWorkingDay, workingDaysAfter } from './notice.ts'

describe('earliestPayment', () => {
  it.each([
    ['2026-05-12T14:59:00Z', '2026-05-15'],
    ['2026-05-12T15:01:00Z', '2026-05-18'],
    // A Saturday before the bank holiday on Monday 25 May.
    ['2026-05-23T09:00:00Z', '2026-05-29'],
  ])('at %s it is %s', (now, day) => {
    expect(earliestPayment(new Date(now))).toBe(day)
  })
})

describe('earliestChangedDebit', () => {
  it.each([
    // Ten working days over the bank holiday of 25 May, eleven after the cut-off.
    ['2026-05-12T14:59:00Z', '2026-05-27'],
    ['2026-05-12T15:01:00Z', '2026-05-28'],
    // Over Christmas, its substitute day on Monday and New Year.
    ['2026-12-18T10:00:00Z', '2027-01-06'],
  ])('at %s it is %s', (now, day) => {
    expect(earliestChangedDebit(new Date(now))).toBe(day)
  })
})

it('counts working days of England and Wales', () => {
  expect(workingDaysAfter('2026-04-02', 1)).toBe('2026-04-07')
  expect(workingDaysAfter('2026-04-04', 0)).toBe('2026-04-04')
  expect(['2026-04-03', '2026-04-05', '2026-04-07'].map(isWorkingDay)).toEqual([false, false, true])
})
