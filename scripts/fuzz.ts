/**
 * `npm run fuzz -- [cases] [call…]`: so many cases (10,000) for every call of the contract, or for these; what each answer
 * has to be is said in server/test/fuzz.ts. The smallest case of each fault is kept in server/test/fuzz-kept.json, which
 * `npm test` sends first. Ctrl-C ends it with what was found until then.
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { contract } from '@honbu/contract/contract.ts'
import pg from 'pg'
import { connectTo } from '../server/src/platform/database.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import type { Done, Task } from '../server/test/fuzz-worker.ts'
import { openScratch } from '../server/test/scratch.ts'

const words = process.argv.slice(2)
const cases = Number(words.find(word => /^\d+$/.test(word)) ?? 10_000)
const named = words.filter(word => !/^\d+$/.test(word))
const calls = Object.keys(contract).filter(call => named.length === 0 || named.includes(call))
const seed = Number(process.env.HONBU_TEST_SEED || 1)
/** So many at a time, all calls in turn: who ends it early has tried each as often as the others. */
const atOnce = 250

const keptFile = path.resolve(import.meta.dirname, '../server/test/fuzz-kept.json')
const biome = path.resolve(import.meta.dirname, '../node_modules/@biomejs/biome/bin/biome')
interface Kept {
  call: string
  why: string
  given: unknown
}
const kept: Kept[] = existsSync(keptFile) ? JSON.parse(readFileSync(keptFile, 'utf8')) : []

const tasks: Task[] = []
for (let done = 0; done < cases; done += atOnce)
  for (const call of calls)
    tasks.push({ call, seed: seed + done / atOnce, cases: Math.min(atOnce, cases - done), known: [] })

const older = '/usr/lib/postgresql/15/bin'
const programs = process.env.HONBU_TEST_POSTGRES || (existsSync(older) ? older : undefined)
const scratch = await openScratch(programs === '0' ? undefined : programs)
const workers: ChildProcess[] = []
const ran = new Map<string, { cases: number; ms: number; accepted: number }>()
const statuses: Record<string, number> = {}
const faults = new Map<string, string[]>()
const begun = performance.now()

let ending = false
process.once('SIGINT', () => {
  ending = true
})

try {
  const template = connectTo(scratch.connection)
  await migrate(template.db)
  await template.close()
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tasks.length) }, (_, index) => work(index)))
} finally {
  for (const worker of workers) if (worker.connected) worker.disconnect()
  await scratch.stop()
}
report()
process.exitCode = faults.size === 0 ? 0 : 1

async function work(index: number) {
  const database = `fuzz_${index}`
  const client = new pg.Client({ ...scratch.connection, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${database} template ${scratch.connection.database}`)
  await client.end()
  const worker = fork(path.resolve(import.meta.dirname, '../server/test/fuzz-worker.ts'), { execArgv: [] })
  workers.push(worker)
  worker.send({ ...scratch.connection, database })
  await once(worker, 'message')
  for (let task = tasks.shift(); task && !ending; task = tasks.shift()) {
    worker.send({ ...task, known: faults.get(task.call) ?? [] })
    add(await answerOf(worker, task))
  }
}

async function answerOf(worker: ChildProcess, { call }: Task): Promise<Done> {
  const ended = new AbortController()
  const died = once(worker, 'exit', { signal: ended.signal }).then(() =>
    Promise.reject(new Error(`${call} has ended the process`)),
  )
  const [done] = await Promise.race([once(worker, 'message', { signal: ended.signal }), died])
  died.catch(() => {})
  ended.abort()
  return done
}

function add({ task: { call, cases }, ms, ran: sent, wrong, ...done }: Done) {
  const before = ran.get(call) ?? { cases: 0, ms: 0, accepted: 0 }
  ran.set(call, {
    cases: before.cases + sent,
    ms: before.ms + ms,
    accepted: before.accepted + (done.statuses[200] ?? 0),
  })
  for (const [status, count] of Object.entries(done.statuses)) statuses[status] = (statuses[status] ?? 0) + count
  if (!wrong) return
  faults.set(call, [...(faults.get(call) ?? []), wrong.why])
  console.log(`${call}: ${wrong.why}\n${JSON.stringify(wrong.given)}\n`)
  kept.push({ call, why: wrong.why.split('\n')[0] ?? '', given: wrong.given })
  // As everything that is committed: what fits on a line stays on one.
  writeFileSync(keptFile, `[${kept.map(each => JSON.stringify(each)).join(',\n')}]\n`)
  spawnSync(process.execPath, [biome, 'format', '--write', keptFile])
  // What was left of these, with this fault known.
  if (sent < cases) tasks.push({ call, seed: Date.now() % 1e9, cases: cases - sent, known: [] })
}

function report() {
  const all = [...ran].map(([call, { cases, ms, accepted }]) => ({ call, cases, ms, accepted }))
  const total = all.reduce((sum, each) => sum + each.cases, 0)
  const counts = all.map(each => each.cases).toSorted((a, b) => a - b)
  const perSecond = Math.round((1000 * total) / (performance.now() - begun))
  console.log(`${total} cases, ${counts[0]} to ${counts.at(-1)} for each of ${all.length} calls, ${perSecond} a second`)
  console.log(
    `answers: ${Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}`,
  )
  const never = all.filter(({ accepted }) => accepted === 0).map(({ call }) => call)
  if (never.length > 0) console.log(`never accepted: ${never.join(', ')}`)
  const slowest = all.toSorted((a, b) => b.ms / b.cases - a.ms / a.cases).slice(0, 5)
  console.log(`slowest: ${slowest.map(({ call, cases, ms }) => `${call} ${(ms / cases).toFixed(1)} ms`).join(', ')}`)
  console.log(`${[...faults.values()].flat().length} faults in ${faults.size} calls`)
}
