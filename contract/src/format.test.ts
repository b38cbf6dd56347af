import { describe, expect, it } from 'vitest'
import { accounting, counted, currency, dateTime, longDate, mediumDate, shortDate, wholeNumber } from './format.ts'

describe('money', () => {
  it.each([
    [1234567.5, '£1,234,567.50', '£1,234,567.50'],
    [1000, '£1,000.00', '£1,000.00'],
    [999.99, '£999.99', '£999.99'],
    [0, '£0.00', '£0.00'],
    [-0, '£0.00', '£0.00'],
    [-0.001, '£0.00', '£0.00'],
    [-5, '-£5.00', '(£5.00)'],
    [-1234.5, '-£1,234.50', '(£1,234.50)'],
  ])('%d', (amount, plain, inAccounts) => {
    expect(currency(amount)).toBe(plain)
    expect(accounting(amount)).toBe(inAccounts)
  })

  it('names the dollar of the United States', () => {
    expect(currency(3, 'USD')).toBe('US$3.00')
    expect(accounting(-3, 'USD')).toBe('(US$3.00)')
    expect(currency(3, 'EUR')).toBe('€3.00')
  })
})

describe('numbers', () => {
  it('separates thousands, and counts', () => {
    expect([0, 999, 1000, -1234567].map(wholeNumber)).toEqual(['0', '999', '1,000', '-1,234,567'])
    expect([counted(1, 'member'), counted(0, 'member'), counted(2000, 'class', 'classes')]).toEqual([
      '1 member',
      '0 members',
      '2,000 classes',
    ])
  })
})

describe('dates and times', () => {
  it('short is dd/MM/y, medium d MMM y, long d MMMM y', () => {
    expect(shortDate('2026-01-05')).toBe('05/01/2026')
    expect(mediumDate('2026-01-05')).toBe('5 Jan 2026')
    expect(longDate('2026-01-05')).toBe('5 January 2026')
    expect(shortDate('2026-12-31')).toBe('31/12/2026')
    expect(mediumDate('2026-09-30')).toBe('30 Sept 2026')
    expect(longDate('2026-09-30')).toBe('30 September 2026')
  })

  it('refuses what is no date', () => {
    expect(() => shortDate('2026-02-30')).toThrow(RangeError)
    expect(() => longDate('')).toThrow(RangeError)
  })

  it('an instant reads as on the clock of its place', () => {
    expect(dateTime(new Date('2026-07-14T23:30:00Z'), 'Europe/London')).toBe('15 Jul 2026, 00:30')
    expect(dateTime(new Date('2026-01-14T23:30:00Z'), 'Europe/London')).toBe('14 Jan 2026, 23:30')
  })
})
