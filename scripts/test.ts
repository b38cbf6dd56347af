/**
 * `npm test` runs the fast tier and `npm run test:all` every test; docs/testing.md describes both. The last line is
 * `N passed, N failed`.
 *
 * `npm test -- lint unit server/src/x.test.ts` runs only these steps (a word names every step that begins with it), and of
 * their tests only these files, whichever their tier. `npm run test:all -- --shard 2/4` runs the second quarter.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { audit } from './test/audit.ts'
import { browser } from './test/browser.ts'
import { pageBudgets } from './test/budgets.ts'
import { failover } from './test/failover.ts'
import { licences } from './test/licences.ts'
import { migrations } from './test/migrations.ts'
import { otherBrowsers } from './test/other-browsers.ts'
import { openRunFolder } from './test/run-folder.ts'
import { endAll, type Outcome, programStep, project, type Step, type TestFile, tool, type Wanted } from './test/step.ts'
import { rules, unit } from './test/unit.ts'
import { walls } from './test/walls.ts'

/** TypeScript's native compiler takes a fifth of the other's time. One thread each, since two steps run side by side. */
function types(name: string, part: string): Step {
  return programStep(name, tool('typescript-native/bin/tsc'), '--project', `tsconfig.${part}.json`, '--singleThreaded')
}

const checks = [
  types('types', 'node'),
  programStep('lint', tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'),
  types('types-web', 'web'),
  walls,
  types('types-e2e', 'e2e'),
  programStep('unused', tool('knip/bin/knip.js'), '--no-progress'),
  programStep('tables', 'scripts/generate-tables.ts', '--check'),
  licences,
  audit,
  migrations,
]
const build = programStep('build', 'scripts/launch.mjs', 'build')
const demo = programStep('demo', 'scripts/test/fill-demo.ts')

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false }, shard: { type: 'string' } },
  allowPositionals: true,
})
const shard = /^([1-9]\d*)\/([1-9]\d*)$/.exec(values.shard ?? '1/1')
if (!shard) stop('--shard takes two numbers, such as 2/4.')
const isFirstShard = Number(shard?.[1]) === 1
const isLastShard = shard?.[1] === shard?.[2]
const files = positionals.filter(word => /[./]/.test(word))
const names = positionals.filter(word => !files.includes(word))
const wanted: Wanted = { files, tier: values.all || files.length > 0 ? 'all' : 'fast', shard: values.shard }

/** Part of `npm run test:all`, in the last shard. By its name each also runs alone. */
const releaseSteps = names.length > 0 || (values.all && isLastShard) ? [...otherBrowsers, failover] : []

/** Some of the slow tests measure how long something takes, so nothing runs beside them. */
const isFast = wanted.tier === 'fast'
/** Two run side by side, the longest first. What needs no shards runs in the first. */
const before = [demo, build, ...(isFast ? [rules] : []), ...(isFirstShard ? checks : [])]
/** These use both cores, and run one after another. */
const after = [...(isFirstShard ? [pageBudgets] : []), ...(isFast ? [] : [rules]), browser, ...releaseSteps]
const known = [...before, unit, ...after].map(({ name }) => name)
const unknown = names.find(word => !known.some(name => name.startsWith(word)))
if (unknown) stop(`${unknown} is no step: ${known.join(', ')}.`)

mkdirSync(path.join(project, '.tmp'), { recursive: true })
const folder = await openRunFolder()
// Node keeps what it has compiled: the server's thousand modules load in half the time.
Object.assign(process.env, folder.env, { NODE_COMPILE_CACHE: path.join(project, '.tmp/compiled') })
let isEnding = false
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'])
  process.on(signal, async () => {
    if (isEnding) return
    isEnding = true
    endAll()
    await folder.close()
    process.exit(1)
  })

const total = { passed: 0, failed: 0 }
const slowest: TestFile[] = []
const queue = chosen(before)
const sideBySide = [work(queue), work(queue)]
// Unit tests need none of those, so they begin beside the last of them.
await Promise.race(sideBySide)
await work(chosen([unit]))
await Promise.all(sideBySide)
await work(chosen(after))
await folder.close()
reportSlowest()
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

function chosen(steps: readonly Step[]): Step[] {
  return steps.filter(({ name }) => names.length === 0 || names.some(word => name.startsWith(word)))
}

async function work(queue: Step[]): Promise<void> {
  for (let step = queue.shift(); step && !isEnding; step = queue.shift()) {
    const begun = performance.now()
    const outcome = await step.run(wanted)
    if (isEnding) return
    total.passed += outcome.passed
    total.failed += outcome.failed
    slowest.push(...(outcome.files ?? []))
    report(step.name, outcome, performance.now() - begun)
  }
}

function report(name: string, { passed, failed, output, note }: Outcome, ms: number): void {
  const found = passed + failed > 1 ? `${passed} passed, ${failed} failed` : ''
  const details = [found, note].filter(Boolean).join('; ')
  console.log(
    `${failed === 0 ? '✓' : '✗'} ${name.padEnd(10)}${(ms / 1000).toFixed(1).padStart(6)} s  ${details}`.trimEnd(),
  )
  if (failed > 0) console.log(output.trimEnd().replaceAll(/^/gm, '    '))
}

/** The 20 files that take longest: where to look first when the run grows. */
function reportSlowest(): void {
  const seconds = new Map<string, number>()
  for (const each of slowest) seconds.set(each.file, (seconds.get(each.file) ?? 0) + each.seconds)
  const longest = [...seconds].toSorted(([, one], [, other]) => other - one).slice(0, 20)
  if (longest.length > 0) console.log('Slowest files:')
  for (const [file, time] of longest) console.log(`${time.toFixed(1).padStart(7)} s  ${file}`)
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
