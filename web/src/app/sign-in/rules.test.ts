import { describe, expect, test } from 'vitest'
import { actionOf, failure, returnUrlOf, screenPath } from './rules.ts'

const base = 'https://club.example/club/'
const fallback = `${base}dashboard`
const from = (returnUrl: string, saved?: string) =>
  returnUrlOf({ search: `?${new URLSearchParams({ returnUrl })}`, saved, base, fallback })

describe('returnUrlOf', () => {
  test.each(['https://club.example/club/member/search?page=2#row', 'https://club.example/elsewhere'])(
    '%s is taken as it is',
    url => {
      expect(from(url)).toBe(url)
    },
  )

  test.each([
    'https://evil.example/',
    'https://club.example.evil.example/',
    'https://club.example@evil.example/',
    'https://club.example:8443/',
    'http://club.example/club/',
    '//evil.example',
    '/club/dashboard',
    'javascript:alert(1)',
    'https://club.example\\@evil.example',
  ])('%s is refused', url => {
    const message = 'Invalid return url. The return url needs to have the same origin as the current page.'
    expect(() => from(url)).toThrow(message)
    expect(() => returnUrlOf({ search: '', saved: url, base, fallback })).toThrow(message)
  })

  test.each([
    'https://club.example',
    'https://club.example/',
    'https://club.example/club',
    'https://club.example/club/',
  ])('%s, only the origin, becomes the dashboard', url => {
    expect(from(url)).toBe('https://club.example/club/dashboard')
  })

  test('what was saved comes before the query, the query before the fallback', () => {
    expect(from(`${base}a`, `${base}b`)).toBe(`${base}b`)
    expect(from(`${base}a`)).toBe(`${base}a`)
    expect(returnUrlOf({ search: '', base, fallback: `${base}c` })).toBe(`${base}c`)
    expect(returnUrlOf({ search: '?returnUrl=', base, fallback: `${base}c` })).toBe(`${base}c`)
  })

  test('at the root of an origin, too', () => {
    const root = 'https://club.example/'
    expect(returnUrlOf({ search: '?returnUrl=https://club.example', base: root, fallback: root })).toBe(
      'https://club.example/dashboard',
    )
  })
})

describe('actionOf', () => {
  test.each([
    'login',
    'login-callback',
    'login-failed',
    'profile',
    'register',
    'logout',
    'logged-out',
    'logout-callback',
  ])('%s', action => {
    expect(actionOf(action)).toBe(action)
  })

  test.each(['', 'Login', 'toString', 'log-out', undefined])('%s is an invalid action', action => {
    expect(() => actionOf(action)).toThrow(`Invalid action '${action ?? ''}'`)
  })
})

test('what is said when a sign-in fails', () => {
  expect(failure(new Error('Popup closed by user'))).toEqual({ status: 'fail', message: 'The user closed the window.' })
  expect(failure(new Error('x'))).toEqual({ status: 'fail', message: 'There was an error signing in.' })
  expect(failure(undefined)).toEqual({ status: 'fail', message: 'There was an error signing in.' })
})

test.each([
  [`${base}member/search?a=1`, '/member/search?a=1'],
  [`${base}`, '/'],
  [`${base}identity-crisis`, '/identity-crisis'],
  [`${base}Identity/Account/Manage`, null],
  [`${base}connect/authorize?x`, null],
  ['https://club.example/clubhouse', null],
  ['https://club.example/', null],
])('%s is the screen %s', (url, path) => {
  expect(screenPath(url, base)).toBe(path)
})
