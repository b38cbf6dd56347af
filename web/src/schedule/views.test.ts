import { expect, test } from 'vitest'
import { spanStart, stepFrom, titleOf, type View } from './views.ts'

test.each<[View, string, 1 | -1, string]>([
  ['day', '2026-03-01', -1, '2026-02-28'],
  ['rooms', '2028-02-28', 1, '2028-02-29'],
  ['week', '2026-10-24', 1, '2026-10-31'],
  ['month', '2026-01-31', 1, '2026-02-01'],
  ['month', '2026-01-15', -1, '2025-12-01'],
])('the %s after or before %s (%i) is that of %s', (view, day, step, expected) => {
  expect(stepFrom(view, day, step)).toBe(expected)
})

test.each<[View, string, string]>([
  ['week', '2026-05-13', '2026-05-11'],
  ['month', '2026-05-13', '2026-05-01'],
  ['day', '2026-05-13', '2026-05-13'],
])('the %s of %s is asked for by %s', (view, day, expected) => {
  expect(spanStart(view, day)).toBe(expected)
})

test.each<[View, string]>([
  ['week', '11 – 17 May 2026'],
  ['day', 'Wednesday 13 May 2026'],
  ['rooms', 'Wednesday 13 May 2026'],
  ['month', 'May 2026'],
])('the title of a %s is %s', (view, expected) => {
  expect(titleOf(view, '2026-05-13')).toBe(expected)
})
