import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** A process of a measurement, which does one thing at a time. */
export interface Worker<Order, Answer> {
  ask(order: Order): Promise<Answer>
  stop(): Promise<void>
}

/** Memory, and processor time since the start. */
export interface Used {
  readonly bytes: number
  readonly microseconds: number
}

export function used(): Used {
  const { user, system } = process.cpuUsage()
  return { bytes: process.memoryUsage.rss(), microseconds: user + system }
}

/** Starts one of the files beside this one. */
export function startWorker<Order extends object, Answer>(file: string): Worker<Order, Answer> {
  const child = fork(path.join(import.meta.dirname, file), { serialization: 'advanced' })
  const ended = new AbortController()
  child.once('exit', () => ended.abort(new Error(`${file} has ended`)))
  return {
    async ask(order) {
      child.send(order)
      const [answer] = await once(child, 'message', { signal: ended.signal })
      if (typeof answer === 'object' && answer !== null && 'failed' in answer) throw new Error(String(answer.failed))
      // Each file says what it answers.
      return answer as Answer
    },
    async stop() {
      if (ended.signal.aborted) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** The other side: answers each order, and goes when whoever has started it does. */
export function work<Order>(answer: (order: Order) => Promise<unknown>): void {
  process.on('message', (order: Order) => {
    answer(order).then(
      done => process.send?.(done),
      (error: unknown) =>
        process.send?.({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
  process.once('disconnect', () => process.exit())
}
