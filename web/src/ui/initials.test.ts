import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['Jane', 'Smith', 'JS'],
  ['aoife', "o'brien", 'AO'],
  ['Zoë', "D'Arcy", 'ZD'],
  ['E\u0301mile', 'Łukasz', 'E\u0301Ł'],
  ['太郎', '山田', '太山'],
  ['(Bob)', '', 'B'],
  ['', '', ''],
])('%s %s is %s', (firstName, lastName, letters) => {
  expect(initials(firstName, lastName)).toBe(letters)
})
