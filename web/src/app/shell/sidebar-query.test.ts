import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sidebarQuery } from './sidebar-query.ts'

const fetched = vi.fn(async () => Response.json({}, { status: 500 }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the sidebar is asked for five times, 800 ms apart', async () => {
  const answer = new QueryClient().fetchQuery(sidebarQuery).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  for (const attempts of [1, 2, 3, 4]) {
    expect(fetched).toHaveBeenCalledTimes(attempts)
    await vi.advanceTimersByTimeAsync(799)
    expect(fetched).toHaveBeenCalledTimes(attempts)
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(fetched).toHaveBeenCalledTimes(5)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledTimes(5)
  expect(await answer).toBeInstanceOf(Error)
})
