import { addDays } from '@honbu/contract/calendar.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { agedDebt } from './aged-debt.ts'

const today = '2026-05-12'

it.each([
  [-1, 'notDue'],
  [0, 'upTo7'],
  [7, 'upTo7'],
  [8, 'upTo30'],
  [30, 'upTo30'],
  [31, 'upTo60'],
  [60, 'upTo60'],
  [61, 'upTo90'],
  [90, 'upTo90'],
  [91, 'over90'],
] as const)('%i days past due is %s', (days, bucket) => {
  const none = { notDue: 0, upTo7: 0, upTo30: 0, upTo60: 0, upTo90: 0, over90: 0 }
  expect(agedDebt([{ pence: 5, dueOn: addDays(today, -days) }], today)).toEqual({ ...none, [bucket]: 5 })
})

it('leaves no penny out', () => {
  const open = fc.array(
    fc.record({ pence: fc.integer({ min: 1, max: 1e6 }), days: fc.integer({ min: -400, max: 400 }) }),
  )
  fc.assert(
    fc.property(open, charges => {
      const aged = agedDebt(
        charges.map(({ pence, days }) => ({ pence, dueOn: addDays(today, days) })),
        today,
      )
      expect(Object.values(aged).reduce((sum, pence) => sum + pence, 0)).toBe(
        charges.reduce((sum, { pence }) => sum + pence, 0),
      )
    }),
  )
})
