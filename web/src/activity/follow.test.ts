import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { follow } from './follow.ts'

vi.mock('../app/sign-in/session.ts', () => ({ accessToken: async () => 'token' }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A stream of the server, of which the test says what comes when. */
function serverThatSays() {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller
      },
    })
    signal?.addEventListener('abort', () => body?.error(signal.reason))
    return new Response(stream)
  })
  return {
    say: (text: string) => body?.enqueue(new TextEncoder().encode(text)),
    end: () => body?.close(),
  }
}

test('tells of each news, also of one that comes in pieces', async () => {
  const { say, end } = serverThatSays()
  const onOpen = vi.fn()
  const onNews = vi.fn()
  const followed = follow(new AbortController().signal, { onOpen, onNews })
  await vi.advanceTimersByTimeAsync(0)
  expect(onOpen).toHaveBeenCalledOnce()
  say('retry: 2000\n\nevent: act')
  await vi.advanceTimersByTimeAsync(0)
  expect(onNews).not.toHaveBeenCalled()
  say('ivity\ndata: {}\n\n')
  await vi.advanceTimersByTimeAsync(0)
  expect(onNews).toHaveBeenCalledOnce()
  end()
  await followed
})

test('gives up a connection that has fallen silent, and none that is still there', async () => {
  const { say } = serverThatSays()
  const failed = vi.fn()
  follow(new AbortController().signal, { onOpen: () => {}, onNews: () => {} }).catch(failed)
  for (let beat = 0; beat < 10; beat += 1) {
    await vi.advanceTimersByTimeAsync(20_000)
    say(': still there\n\n')
  }
  await vi.advanceTimersByTimeAsync(49_000)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(failed).toHaveBeenCalledWith(new Error('The stream is silent'))
})

test('an answer that never begins is given up, too', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const failed = vi.fn()
  follow(new AbortController().signal, { onOpen: () => {}, onNews: () => {} }).catch(failed)
  await vi.advanceTimersByTimeAsync(51_000)
  expect(failed).toHaveBeenCalledWith(new Error('The stream is silent'))
})
