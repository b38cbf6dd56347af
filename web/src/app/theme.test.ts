import { afterEach, expect, test, vi } from 'vitest'
import { chooseTheme, chosenTheme } from './theme.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test("a chosen theme is set and kept, the system's is neither", () => {
  const dataset: Record<string, string> = {}
  const kept = new Map<string, string>()
  vi.stubGlobal('document', { documentElement: { dataset } })
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  expect(chosenTheme()).toBe('system')
  chooseTheme('dark')
  expect(chosenTheme()).toBe('dark')
  expect([...kept.values()]).toEqual(['dark'])
  chooseTheme('system')
  expect(chosenTheme()).toBe('system')
  expect(kept.size).toBe(0)
})
