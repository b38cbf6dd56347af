import { describe, expect, it } from 'vitest'
import { postcodeProblem, ukPostcode, writtenPostcode } from './postcode.ts'

describe('ukPostcode', () => {
  it.each([
    ['sw1a1aa', 'SW1A 1AA'],
    [' Ls9  4qb ', 'LS9 4QB'],
    ['m1 1ae', 'M1 1AE'],
    ['B338TH', 'B33 8TH'],
    ['CR2 6XH', 'CR2 6XH'],
    ['DN551PT', 'DN55 1PT'],
    ['W1A 0AX', 'W1A 0AX'],
    ['EC1A 1BB', 'EC1A 1BB'],
    ['gir 0aa', 'GIR 0AA'],
    ['BT1 1AA', 'BT1 1AA'],
    ['JE2 3QA', 'JE2 3QA'],
    ['IM1 1AA', 'IM1 1AA'],
  ])('writes %s as %s', (given, written) => {
    expect(ukPostcode(given)).toBe(written)
    expect(ukPostcode(written)).toBe(written)
  })

  it.each([
    '',
    'LS9',
    '90210',
    'QQ1 1AA',
    'VX1 1AA',
    'LS9 4QC',
    'LS9 4QBB',
    'LS99 99',
    '1S9 4QB',
    'GIR 1AA',
    'LJ1 1AA',
  ])('finds none in "%s"', text => {
    expect(ukPostcode(text)).toBeNull()
  })
})

describe('postcodes of any country', () => {
  it.each([
    ['ls94qb', 'LS9 4QB'],
    ['d02af30', 'D02 AF30'],
    ['D6W XY00', 'D6W XY00'],
    ['75001', '75001'],
    ['1012 ab', '1012 AB'],
    ['100-0001', '100-0001'],
    ['K1A 0B1', 'K1A 0B1'],
    ['111 22', '111 22'],
  ])('takes %s as %s', (given, written) => {
    expect([writtenPostcode(given), postcodeProblem(given)]).toEqual([written, undefined])
  })

  it.each(['LS9', 'LS9 4Q', 'LS9 4QC', 'Leeds', 'x', '?'])('says what is wrong with %s', text => {
    expect(postcodeProblem(text)).toContain('such as')
  })
})
