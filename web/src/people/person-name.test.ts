import { expect, it } from 'vitest'
import { inWords, nameOf } from './person-name.ts'

it('writes one name without a space behind it', () => {
  expect(nameOf({ firstName: 'Zoë', lastName: 'O’Brien' })).toBe('Zoë O’Brien')
  expect(nameOf({ firstName: '山田太郎', lastName: '' })).toBe('山田太郎')
})

it.each([
  [[], ''],
  [['Ann'], 'Ann'],
  [['Ann', 'Bob'], 'Ann and Bob'],
  [['Ann', 'Bob', 'Cid'], 'Ann, Bob and Cid'],
])('writes %j as %s', (names, text) => expect(inWords(names)).toBe(text))
