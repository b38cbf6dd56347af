import { expect, test } from 'vitest'
import { between } from './selection.ts'

test.each([
  [2, 4, [2, 3, 4]],
  [4, 2, [2, 3, 4]],
  [3, 3, [3]],
  [9, 4, [4]],
])('from %i to %i', (one, other, keys) => {
  expect(between([1, 2, 3, 4, 5], one, other)).toEqual(keys)
})
