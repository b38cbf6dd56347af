import { expect, test } from 'vitest'
import { looksCompleted } from './looks-completed.ts'

test.each([
  ['Jane Smith [1042]', true],
  ['Jane Smith [HQ-1042] ', true],
  ['山田 太郎 [7]', true],
  ['Jane Smith', false],
  ['Jane [1042] Smith', false],
  ['Jane Smith [1042', false],
  ['Jane Smith []', false],
  ['', false],
])('%s: %s', (text, expected) => {
  expect(looksCompleted(text)).toBe(expected)
})
