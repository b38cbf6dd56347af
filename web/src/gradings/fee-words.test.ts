import { expect, test } from 'vitest'
import { feeWords } from './fee-words.ts'
import { candidate } from './test-rows.ts'

const many = (count: number, changes: Parameters<typeof candidate>[0], from = 1) =>
  Array.from({ length: count }, (_, index) => candidate({ ...changes, memberId: from + index }))

test('nothing is said where nobody pays', () => expect(feeWords(many(3, {}))).toBe(''))

test('45 pay £25, 3 a reduced £20, 2 have paid, 1 owes it, 1 is free', () => {
  const rows = [
    ...many(45, { feeToCharge: 25 }),
    ...many(3, { feeToCharge: 20 }, 100),
    ...many(2, { feeStanding: 'paid' }, 200),
    ...many(1, { feeStanding: 'charged' }, 300),
    ...many(1, {}, 400),
  ]
  // 45 × 25 = 1,125; 3 × 20 = 60.
  expect(feeWords(rows)).toBe(
    'Charges 45 × £25.00 and 3 × £20.00 (£1,185.00). 2 have paid. 1 was charged before and owes it. 1 pays nothing.',
  )
})

test('who is graded in two disciplines is charged once', () =>
  expect(feeWords([candidate({ feeToCharge: 25 }), candidate({ feeToCharge: 25, disciplineId: 2 })])).toBe(
    'Charges 1 × £25.00 (£25.00).',
  ))

test('when all have paid it charges nobody', () =>
  expect(feeWords(many(2, { feeStanding: 'paid' }))).toBe('Charges nobody. 2 have paid.'))
