/**
 * A minute of ten times what the product can do: `npm run bench:overload`, on the benchmark's database of 10,000 members
 * (another by `-- --members N`). First so many people as it serves well, then ten times as many requests a second as that
 * was, whether or not they are answered, then the first again. Says what was answered, how soon, whether it still said that
 * it lives, and its memory. Whoever is not answered within ten seconds goes.
 */
import { parseArgs } from 'node:util'
import { request as ask, Pool } from 'undici'
import { openBenchCluster, openFilled } from './database.ts'
import { benchCalls } from './load/calls.ts'
import { startWorker } from './load/process.ts'
import type { ProductOrder, Served } from './load/product.ts'
import type { ReadyRequest } from './load/wire.ts'

const { values: given } = parseArgs({
  options: { members: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '60' } },
})
const people = 32
const patienceMs = 10_000
const quietSeconds = 10
/** Open connections, as a proxy would have; those beyond wait for one, with as much patience. */
const connections = 1000
/** An evening at a club's desk: nothing that is dear. */
const evening = ['dashboard, club', 'directory, club', 'lookup, club', 'register', 'attendance save']

const cluster = await openBenchCluster()
const product = startWorker<ProductOrder, unknown>('product.ts')
try {
  const database = await openFilled(cluster, Number(given.members))
  const calls = (await benchCalls(database)).filter(({ name }) => evening.includes(name))
  const served = (await product.ask({ serve: database.plainConnection, calls })) as Served
  const url = `http://127.0.0.1:${served.port}`
  const requests = served.calls.flatMap(call => call.requests)
  const pool = new Pool(url, { connections, headersTimeout: patienceMs, bodyTimeout: patienceMs })
  const megabytes = async () => Math.round(((await product.ask({ used: true })) as { bytes: number }).bytes / 1_048_576)
  console.log(`${people} people, ${served.calls.map(({ name }) => name).join('; ')}; ${await megabytes()} MB`)

  const before = await peopleAtWork(pool, requests)
  tell('before', before)
  const perSecond = Math.round((10 * before.times.length) / quietSeconds)
  const { lives, ...flood } = await tenTimes(pool, url, { requests, perSecond, ms: Number(given.seconds) * 1000 })
  console.log(
    `\n${perSecond.toLocaleString('en-GB')} requests a second were to come; ${flood.sent} came; ${await megabytes()} MB`,
  )
  for (const [answer, times] of [...flood.answers].toSorted()) tell(answer, { times })
  tell('/health/live', lives)
  console.log(`\nafter it; ${await megabytes()} MB`)
  tell('after', await peopleAtWork(pool, requests))
  await pool.destroy()
  await database.close()
} finally {
  await product.stop()
  await cluster.stop()
}

/** Each waits for his answer. @throws when somebody gets none */
async function peopleAtWork(pool: Pool, requests: readonly ReadyRequest[]) {
  const times: number[] = []
  const until = performance.now() + quietSeconds * 1000
  let next = 0
  const person = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      const answer = await answerTo(pool, requests[next++ % requests.length])
      if (answer !== '200') throw new Error(`${answer} with ${people} people`)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: people }, person))
  return { times }
}

interface Flood {
  readonly requests: readonly ReadyRequest[]
  readonly perSecond: number
  readonly ms: number
}

async function tenTimes(pool: Pool, url: string, { requests, perSecond, ms }: Flood) {
  const answers = new Map<string, number[]>()
  const lives: number[] = []
  const under = new Set<Promise<void>>()
  const began = performance.now()
  let sent = 0
  const watch = setInterval(async () => {
    const asked = performance.now()
    const { statusCode, body } = await ask(`${url}/health/live`)
    await body.dump()
    if (statusCode === 200) lives.push(performance.now() - asked)
  }, 1000)
  while (performance.now() - began < ms) {
    const due = ((performance.now() - began) * perSecond) / 1000
    for (; sent < due; sent += 1) {
      const asked = performance.now()
      const one = answerTo(pool, requests[sent % requests.length]).then(answer => {
        const times = answers.get(answer) ?? []
        answers.set(answer, times)
        times.push(performance.now() - asked)
        under.delete(one)
      })
      under.add(one)
    }
    await new Promise(setImmediate)
  }
  await Promise.all(under)
  clearInterval(watch)
  return { answers, lives: { times: lives }, sent }
}

/** The status, with what it is called where it is none of success. */
async function answerTo(pool: Pool, request: ReadyRequest | undefined): Promise<string> {
  if (!request) throw new Error('there is nothing to ask')
  try {
    const { statusCode, headers, body } = await pool.request({ ...request, signal: AbortSignal.timeout(patienceMs) })
    if (statusCode < 400) {
      await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      return String(statusCode)
    }
    const { error = '' } = (await body.json()) as { error?: string }
    return `${statusCode} ${error}, Retry-After ${headers['retry-after'] ?? 'none'}`
  } catch (error) {
    return `none: ${error instanceof Error ? error.name : String(error)}`
  }
}

function tell(name: string, { times }: { readonly times: readonly number[] }) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
  console.log(`${name}: ${times.length}, half within ${at(0.5)} ms, 99 in 100 within ${at(0.99)} ms`)
}
