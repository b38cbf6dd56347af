import { expect, test } from 'vitest'
import { settledOf } from './StillOwedField.tsx'
import type { Payment } from './transaction.ts'

const payment = (amount: number, settled: number, returned = 0) =>
  ({
    amount,
    returned,
    allocations: settled > 0 ? [{ transactionId: 1, description: '', amount: settled }] : [],
  }) as unknown as Payment

test.each([
  // £30 that paid £30: each pound given back had paid something.
  [payment(30, 30), 12.5, 12.5],
  // £30 that paid £20: £10 of credit goes back first.
  [payment(30, 20), 12.5, 2.5],
  [payment(30, 20), 10, 0],
  [payment(30, 20, 10), 5, 5],
  [payment(0.3, 0.1), 0.3, 0.1],
  // More than is left is refused; no more than was settled is owed again.
  [payment(30, 20), 50, 20],
])('%j: of a refund of %d, %d had settled something', (given, refunded, settled) =>
  expect(settledOf(given, refunded)).toBe(settled),
)
