import { describe, expect, it } from 'vitest'
import { isUnreadable, owedAfter, paymentsOf, shortOf } from './payments.ts'

describe('paymentsOf', () => {
  it.each([
    ['all of it', 1401 as const, [{ paymentMethodId: 1401, amount: 12.5, reference: 'x' }]],
    ['nothing', 'account' as const, []],
    [
      'what is written',
      'split' as const,
      [
        { paymentMethodId: 1401, amount: 5.1, reference: '' },
        { paymentMethodId: 1402, amount: 2.2, reference: '' },
      ],
    ],
  ])('pays %s', (_, way, payments) => {
    expect(paymentsOf(way, 12.5, { 1401: 5.1, 1402: 2.2, 1403: null, 1404: 0 }, 'x')).toEqual(payments)
    expect(paymentsOf(way, 0, {}, '')).toEqual([])
  })
})

describe('owedAfter', () => {
  it('counts in pence', () => {
    expect(owedAfter(12.5, [{ amount: 5.1 }, { amount: 2.2 }])).toBe(5.2)
    expect(owedAfter(0.3, [{ amount: 0.1 }, { amount: 0.2 }])).toBe(0)
    expect(owedAfter(1, [{ amount: 1.01 }])).toBe(-0.01)
  })
})

describe('isUnreadable', () => {
  it('is a split of which one amount cannot be read', () => {
    expect(isUnreadable('split', { 1401: 5, 1402: undefined })).toBe(true)
    expect(isUnreadable('split', { 1401: 5, 1402: null })).toBe(false)
    expect(isUnreadable('account', { 1402: undefined })).toBe(false)
  })
})

describe('shortOf', () => {
  it.each([
    [undefined, 0],
    [20, 0],
    [9, 0],
    [5.1, 3.9],
    [-1, 10],
  ])('of £9.00 with %s in cash', (given, missing) => {
    expect(shortOf(9, given)).toBe(missing)
  })
})
