import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { work } from './process.ts'
import type { LoadAnswer, LoadOrder } from './wire.ts'

/** So many requests at most are under way where they come at a pace of their own; those beyond wait, and that counts. */
const mostAtOnce = 64

work(async ({ url, requests, pace, ms }: LoadOrder): Promise<LoadAnswer> => {
  const pool = new Pool(url, { connections: 'clients' in pace ? pace.clients : mostAtOnce })
  let next = 0
  const times: number[] = []
  const began = performance.now()
  const until = began + ms

  async function ask(dueAt: number) {
    const request = requests[next++ % requests.length]
    if (!request) throw new Error('there is nothing to ask')
    const { statusCode, body } = await pool.request(request)
    if (statusCode >= 400) throw new Error(`${request.path} answered ${statusCode}: ${await body.text()}`)
    await body.dump({ limit: Number.MAX_SAFE_INTEGER })
    times.push(performance.now() - dueAt)
  }

  /** One who waits for each answer. */
  async function client() {
    while (performance.now() < until) await ask(performance.now())
  }

  /**
   * Requests begin when they are due, whether or not those before have been answered; and they are timed from when they
   * were due. So nobody who has to wait is left out.
   */
  async function atPace(perSecond: number) {
    const asked: Promise<void>[] = []
    for (let number = 0; ; number++) {
      const dueAt = began + (number * 1000) / perSecond
      if (dueAt >= until) break
      const early = dueAt - performance.now()
      if (early > 0.5) await wait(early)
      asked.push(ask(dueAt))
    }
    await Promise.all(asked)
  }

  try {
    await ('clients' in pace ? Promise.all(Array.from({ length: pace.clients }, client)) : atPace(pace.perSecond))
    return { times: Float64Array.from(times), ms: performance.now() - began }
  } finally {
    await pool.destroy()
  }
})
