/** One of the processes of scripts/fuzz.ts: sends the cases that it is told to, to an application and a database of its own. */

import { contract } from '@honbu/contract/contract.ts'
import fc from 'fast-check'
import type { ClientConfig } from 'pg'
import { connectTo } from '../src/platform/database.ts'
import { openFuzz } from './fuzz.ts'
import { type Case, casesOf } from './fuzz-case.ts'

/** So many cases of a call, begun at a seed. */
export interface Task {
  readonly call: string
  readonly seed: number
  readonly cases: number
  /** What is known to be wrong with this call, and is not told again. */
  readonly known: readonly string[]
}

/** What was sent, how often each status was the answer, and the smallest case whose answer is wrong. */
export interface Done {
  readonly task: Task
  readonly ran: number
  readonly statuses: Readonly<Record<number, number>>
  readonly ms: number
  readonly wrong: { readonly given: Case; readonly why: string } | null
}

process.once('message', async (connection: ClientConfig) => {
  const database = connectTo(connection)
  const fuzz = await openFuzz(database)
  process.on('message', async (task: Task) => {
    const begun = performance.now()
    const statuses: Record<number, number> = {}
    let ran = 0
    const arbitrary = casesOf(contract[task.call] as never, await fuzz.rightInput(task.call))
    const property = fc.asyncProperty(arbitrary, async given => {
      ran += 1
      try {
        const status = await fuzz.run(task.call, given)
        statuses[status] = (statuses[status] ?? 0) + 1
      } catch (error) {
        if (!task.known.includes(kindOf(error))) throw error
      }
    })
    const { counterexample, errorInstance } = await fc.check(property, { seed: task.seed, numRuns: task.cases })
    const wrong = counterexample && { given: counterexample[0], why: kindOf(errorInstance) }
    process.send?.({ task, ran, statuses, wrong, ms: performance.now() - begun } satisfies Done)
  })
  process.send?.('ready')
})

/** The first lines of a stack: what went wrong and where, whatever the values were. */
function kindOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
    .split('\n')
    .filter((line, index) => index === 0 || /server\/src|contract\/src/.test(line))
    .slice(0, 4)
    .join('\n')
    .replaceAll(/\d{6,}|"[^"]*"/g, '…')
    .slice(0, 600)
}

process.once('disconnect', () => process.exit())
