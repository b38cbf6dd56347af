import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget, isFirst, mayGoAgain } from './not-in-circles.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('half a minute passes from one time to the next, for each reason by itself', () => {
  const start = 1_700_000_000_000
  expect(mayGoAgain('a', start)).toBe(true)
  expect(mayGoAgain('a', start + 30_000)).toBe(false)
  expect(mayGoAgain('b', start + 30_000)).toBe(true)
  expect(mayGoAgain('a', start + 30_001)).toBe(true)
  expect(mayGoAgain('a', start + 30_002)).toBe(false)
})

test('once, however late, until it has succeeded', () => {
  expect([isFirst('a'), isFirst('a'), isFirst('b')]).toEqual([true, false, true])
  forget('a')
  expect([isFirst('a'), isFirst('b')]).toEqual([true, false])
})
