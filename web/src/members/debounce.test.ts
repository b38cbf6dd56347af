import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { debounce } from './debounce.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('acts 1000 ms after the last call, once, with the last value', () => {
  const act = vi.fn()
  const typed = debounce(act, 1000)
  typed.call('j')
  vi.advanceTimersByTime(999)
  typed.call('ja')
  vi.advanceTimersByTime(999)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(act.mock.calls).toEqual([['ja']])
  vi.advanceTimersByTime(5000)
  expect(act).toHaveBeenCalledTimes(1)
})

test('does not act once it is cancelled', () => {
  const act = vi.fn()
  const typed = debounce(act, 1000)
  typed.call('j')
  typed.cancel()
  vi.advanceTimersByTime(5000)
  expect(act).not.toHaveBeenCalled()
})
