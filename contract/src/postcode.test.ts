import { describe, expect, it } from 'vitest'
import { hasUkPostcodes, ukPostcode } from './postcode.ts'

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

it('asks for them only where they are', () => {
  expect(hasUkPostcodes('Europe/London')).toBe(true)
  expect(hasUkPostcodes('Pacific/Auckland')).toBe(false)
})
