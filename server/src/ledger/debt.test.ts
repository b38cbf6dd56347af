import { describe, expect, it } from 'vitest'
import { debtInfo } from './debt.ts'

describe('debtInfo', () => {
  it.each([
    [3500, '2026-04-30', '£35.00 overdue, 12 days'],
    [123_456, '2026-05-11', '£1,234.56 overdue, 1 day'],
    [0, null, ''],
    [0, '2026-04-30', ''],
  ])('%i pence due since %s reads "%s"', (pence, oldestDue, text) => {
    expect(debtInfo({ pence, oldestDue, isDisputed: false }, '2026-05-12')).toBe(text)
  })

  it('calls disputed what the payer disputes', () => {
    const debt = { pence: 3500, oldestDue: '2026-04-30', isDisputed: true }
    expect(debtInfo(debt, '2026-05-12')).toBe('£35.00 disputed')
    expect(debtInfo({ ...debt, pence: 0 }, '2026-05-12')).toBe('')
  })
})
