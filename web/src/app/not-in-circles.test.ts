import { afterEach, expect, test, vi } from 'vitest'
import { mayGoAgain } from './not-in-circles.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('half a minute passes from one time to the next, for each reason by itself', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  const start = 1_700_000_000_000
  expect(mayGoAgain('a', start)).toBe(true)
  expect(mayGoAgain('a', start + 30_000)).toBe(false)
  expect(mayGoAgain('b', start + 30_000)).toBe(true)
  expect(mayGoAgain('a', start + 30_001)).toBe(true)
  expect(mayGoAgain('a', start + 30_002)).toBe(false)
})
