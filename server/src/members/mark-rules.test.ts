import { expect, test } from 'vitest'
import { madeAt, stands } from './mark-rules.ts'

const now = new Date('2026-05-12T17:30:00Z')

test.each([
  ['nothing said', {}, '2026-05-12T17:30:00.000Z'],
  ['waited ten minutes', { markedAt: '2026-05-12T17:20:00Z' }, '2026-05-12T17:20:00.000Z'],
  ['a clock that is fast', { markedAt: '2027-01-01T00:00:00Z' }, '2026-05-12T17:30:00.000Z'],
  [
    'a clock years behind, ten minutes waited',
    { markedAt: '2001-01-01T00:00:00Z', sentAt: '2001-01-01T00:10:00Z' },
    '2026-05-12T17:20:00.000Z',
  ],
  [
    'a fast clock, ten minutes waited',
    { markedAt: '2030-01-01T00:00:00Z', sentAt: '2030-01-01T00:10:00Z' },
    '2026-05-12T17:20:00.000Z',
  ],
  [
    'a clock that was set back while it waited',
    { markedAt: '2026-05-12T19:00:00Z', sentAt: '2026-05-12T17:30:00Z' },
    '2026-05-12T17:30:00.000Z',
  ],
  ['sent at once', { markedAt: '2026-05-12T17:29:59Z', sentAt: '2026-05-12T17:30:00Z' }, '2026-05-12T17:30:00.000Z'],
  ['no limit to its age', { markedAt: '0001-01-01T00:00:00Z' }, '2026-02-11T17:30:00.000Z'],
])('%s', (_, when, made) => {
  expect(madeAt(when, now).toISOString()).toBe(made)
})

test('the later mark stands, and of two at once the one that arrives later', () => {
  const before = new Date(now.getTime() - 1)
  expect([stands(now, null), stands(now, before), stands(now, now), stands(before, now)]).toEqual([
    true,
    true,
    true,
    false,
  ])
})
