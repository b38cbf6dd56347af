import { expect, test } from 'vitest'
import { effectsWords } from './freeze.ts'

const may = { periodFrom: '2026-05-02', periodUntil: '2026-06-01' }
const june = { periodFrom: '2026-06-02', periodUntil: '2026-07-01' }

test('what is put right is said as a sum', () => {
  expect(effectsWords([])).toBeNull()
  expect(effectsWords([{ ...may, before: 48, after: 34.07 }])).toBe(
    '2 May 2026 to 1 Jun 2026: £34.07 instead of £48.00, so £13.93 is given back as credit',
  )
  const thawed = [
    { ...may, before: 34.07, after: 48 },
    { ...june, before: 11.23, after: 48 },
  ]
  expect(effectsWords(thawed)).toBe('2 periods are put right: £50.70 is charged in all')
  expect(effectsWords(thawed.map(({ before, after, ...days }) => ({ ...days, before: after, after: before })))).toBe(
    '2 periods are put right: £50.70 is given back as credit in all',
  )
})
