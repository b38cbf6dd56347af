import { expect, test } from 'vitest'
import { clubCode } from './club-code.ts'

test.each([
  ['Leeds Karate Club', 'LKC'],
  ['Honbu', 'HONB'],
  ['The School of Judo', 'SJ'],
  ['King’s Gym 24', 'KG2'],
  ['A B C D E F G H', 'BCDEFG'],
  ['道場', '道場'],
  ['Öl', 'ÖL'],
  ['***', 'CLUB'],
  ['', 'CLUB'],
])('%s', (name, code) => {
  expect(clubCode(name)).toBe(code)
})
