import { describe, expect, it } from 'vitest'
import { usesVat, vatRows, withoutVat, withVat } from './vat.ts'
import { readVatNumber, writeVatNumber } from './vat-number.ts'

describe('a VAT number', () => {
  it('is read as people write it, and printed in groups', () => {
    for (const text of ['GB 123 4567 82', '123456782', 'gb123456782', ' 123-4567-82 '])
      expect(readVatNumber(text)).toBe('GB123456782')
    // 1 × 8 + 2 × 7 + 3 × 6 + 4 × 5 + 5 × 4 + 6 × 3 + 7 × 2 = 112; 112 + 55 + 27 = 2 × 97.
    expect(readVatNumber('GB 123 4567 27 001')).toBe('GB123456727001')
    expect(writeVatNumber('GB123456782')).toBe('GB 123 4567 82')
    expect(writeVatNumber('GB123456727001')).toBe('GB 123 4567 27 001')
    expect(writeVatNumber('')).toBe('')
  })

  it('is refused with a wrong digit, too few, or of another country', () => {
    for (const text of ['GB 123 4567 83', '12345678', 'FR 123 4567 82', 'none'])
      expect(readVatNumber(text)).toBeUndefined()
  })
})

describe('a price without VAT', () => {
  it('is stored with VAT, and shown again as it was typed', () => {
    expect(withVat(30, 20)).toBe(36)
    expect(withVat(8.33, 20)).toBe(10)
    expect(withoutVat(10, 20)).toBe(8.33)
    expect(withVat(29.79, 17.5)).toBe(35)
    for (const percent of [0, 5, 17.5, 20])
      for (let pence = 0; pence < 5000; pence += 7)
        expect(withoutVat(withVat(pence / 100, percent), percent)).toBe(pence / 100)
  })
})

it('lists the VAT in a total, and amounts without VAT', () => {
  expect(
    vatRows([
      { name: 'Standard rate', percent: 20, amount: 60, vat: 10 },
      { name: 'Exempt', percent: 0, amount: 32, vat: 0 },
    ]),
  ).toEqual([
    ['Includes 20% VAT on £50.00', '£10.00'],
    ['Exempt', '£32.00'],
  ])
})

it('is used from the moment that a club knows its first day, up to its last', () => {
  const today = '2026-05-12'
  expect(usesVat({ registeredFrom: null, registeredUntil: null, today })).toBe(false)
  expect(usesVat({ registeredFrom: '2026-06-01', registeredUntil: null, today })).toBe(true)
  expect(usesVat({ registeredFrom: '2026-01-01', registeredUntil: today, today })).toBe(true)
  expect(usesVat({ registeredFrom: '2026-01-01', registeredUntil: '2026-05-11', today })).toBe(false)
})
