import { expect, test } from 'vitest'
import { placesText } from './places-text.ts'

test.each([
  [{ available: 3, offered: 0, waiting: 0 }, '3 of 12 places left'],
  [{ available: 0, offered: 0, waiting: 0 }, 'Full'],
  [{ available: 0, offered: 1, waiting: 0 }, 'Full. 1 person is waiting.'],
  [{ available: 0, offered: 1, waiting: 2 }, 'Full. 3 people are waiting.'],
])('%o: %s', (places, expected) => {
  expect(placesText({ capacity: 12, ...places })).toBe(expected)
})
