import { useEffect, useRef, useState } from 'react'
import { follow } from './follow.ts'

/** Waits between two tries, in milliseconds: longer after each that failed. */
const waits = [1000, 2000, 5000, 15_000, 60_000]

/**
 * Listens for news of the clubs while the screen is open and looked at.
 * @returns whether the server is connected
 */
export function useLive(onNews: () => void): boolean {
  const [isLive, setLive] = useState(false)
  const tell = useRef(onNews)
  useEffect(() => {
    tell.current = onNews
  })
  useEffect(() => {
    const ended = new AbortController()
    let failed = 0
    let isFirst = true
    async function listen(): Promise<void> {
      while (!ended.signal.aborted) {
        try {
          await follow(ended.signal, {
            onOpen: () => {
              // What happened while nobody listened: also between a stream that ended as it should and the next.
              if (!isFirst) tell.current()
              isFirst = false
              failed = 0
              setLive(true)
            },
            onNews: () => tell.current(),
          })
        } catch {
          failed += 1
        }
        setLive(false)
        await pause(waits[Math.min(failed, waits.length - 1)] ?? 1000, ended.signal)
      }
    }
    void listen()
    return () => ended.abort()
  }, [])
  return isLive
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>(done => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
