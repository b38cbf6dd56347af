import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/** A request or a job, for as long as this process works on it. */
export interface Doing {
  /** Of a request: what its answer carries as `x-request-id`. Of a job: `job` and its id. */
  readonly id: string
  /** Where traces are collected: what is done for it is told as part of this. */
  readonly span?: Span | undefined
}

const doing = new AsyncLocalStorage<Doing>()

/** What is being worked on where this is called; nothing at the start, or where nobody waits. */
export const whatIsDone = (): Doing | undefined => doing.getStore()

/** Everything that `work` begins counts as done for `what`. */
export const during = <Result>(what: Doing, work: () => Result): Result => doing.run(what, work)

/** For what outlives the request that has begun it. */
export const forNobody = <Result>(work: () => Result): Result => doing.exit(work)
