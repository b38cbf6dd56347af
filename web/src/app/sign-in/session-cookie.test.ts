import { expect, test } from 'vitest'
import { cookieValue, isOtherSession } from './session-cookie.ts'

test.each([
  ['honbu.session=abc', 'abc'],
  ['a=1; honbu.session=abc=; b=2', 'abc='],
  ['honbu.session.4000=abc', undefined],
  ['xhonbu.session=abc', undefined],
  ['', undefined],
])('%s', (cookies, value) => {
  expect(cookieValue(cookies, 'honbu.session')).toBe(value)
})

test.each([
  ['the same', 'abc', 'abc', false],
  ['seen for the first time', null, 'abc', false],
  ['signed out', 'abc', undefined, true],
  ['signed out before it was seen', null, undefined, true],
  ['signed in as someone else', 'abc', 'def', true],
])('%s', (_, known, current, expected) => {
  expect(isOtherSession(known, current)).toBe(expected)
})
