import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, loadChunk } from './chunk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const load = (module: Promise<{ Screen?: string }>) =>
  loadChunk(
    'roster',
    () => module,
    ({ Screen }) => Screen,
  )

test('hands out what was asked for', async () => {
  await expect(load(Promise.resolve({ Screen: 'a' }))).resolves.toBe('a')
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  [
    'Failed to fetch dynamically imported module: https://club.example/assets/a-1.js',
    'https://club.example/assets/a-1.js',
  ],
  [
    'error loading dynamically imported module: https://club.example/assets/a-1.js',
    'https://club.example/assets/a-1.js',
  ],
  ['Importing a module script failed.', 'roster'],
  ['Unable to preload CSS for /assets/a-1.css', '/assets/a-1.css'],
])('%s', async (message, request) => {
  const error = await load(Promise.reject(new TypeError(message))).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ChunkLoadError)
  expect(error).toMatchObject({ name: 'ChunkLoadError', type: 'error', request })
})

test('gives up after 120000 ms', async () => {
  const failed = load(new Promise(() => {})).catch((thrown: unknown) => thrown)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await expect(failed).resolves.toMatchObject({ type: 'timeout', request: 'roster' })
})

test('a module without what it should hold is missing it', async () => {
  await expect(load(Promise.resolve({}))).rejects.toMatchObject({ type: 'missing', request: 'roster' })
})

test('what a module throws while it runs stays what it is', async () => {
  const mistake = new ReferenceError('x is not defined')
  await expect(load(Promise.reject(mistake))).rejects.toBe(mistake)
})
