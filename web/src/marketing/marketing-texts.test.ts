import { expect, test } from 'vitest'
import { monthText, share } from './marketing-texts.ts'

test('a month and a share are written out', () => {
  expect(monthText('2026-05-01')).toBe('May 2026')
  expect([share(1, 3), share(3, 3), share(0, 0)]).toEqual(['33%', '100%', '–'])
})
