/**
 * `npm test`: everything that is checked, and as last line `N passed, N failed`.
 * `npm test -- lint unit server/src/x.test.ts`: these steps only (a word stands for all that begin with it), and of
 * their tests these files. Shows each step's name and time, and the output of those that failed.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { audit } from './test/audit.ts'
import { browser } from './test/browser.ts'
import { pageBudgets } from './test/budgets.ts'
import { licences } from './test/licences.ts'
import { migrations } from './test/migrations.ts'
import { endAll, type Outcome, programStep, project, type Step, tool } from './test/step.ts'
import { unit } from './test/unit.ts'
import { walls } from './test/walls.ts'

/** By TypeScript's native compiler, which takes a fifth of the other's time; on one thread each, as two steps run side by side. */
function types(name: string, part: string): Step {
  return programStep(name, tool('typescript-native/bin/tsc'), '--project', `tsconfig.${part}.json`, '--singleThreaded')
}

/** Steps of a group run side by side, as many as `abreast`; the groups one after the other. */
const groups: readonly { readonly abreast: number; readonly steps: readonly Step[] }[] = [
  {
    abreast: 2,
    steps: [
      types('types', 'node'),
      types('types-web', 'web'),
      types('types-e2e', 'e2e'),
      programStep('lint', tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'),
      walls,
      programStep('unused', tool('knip/bin/knip.js'), '--no-progress'),
      programStep('tables', 'scripts/generate-tables.ts', '--check'),
      licences,
      audit,
      migrations,
      programStep('build', 'scripts/launch.mjs', 'build'),
    ],
  },
  // What was built; then two that use both cores by themselves.
  { abreast: 1, steps: [pageBudgets, unit, browser] },
]

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'])
  process.once(signal, () => {
    endAll()
    process.exit(1)
  })

const words = process.argv.slice(2)
const files = words.filter(word => /[./]/.test(word))
const wanted = words.filter(word => !files.includes(word))
const known = groups.flatMap(({ steps }) => steps.map(({ name }) => name))
const unknown = wanted.find(word => !known.some(name => name.startsWith(word)))
if (unknown) {
  console.error(`${unknown} is no step: ${known.join(', ')}.`)
  process.exit(1)
}

mkdirSync(path.join(project, '.tmp'), { recursive: true })
const total = { passed: 0, failed: 0 }
for (const { abreast, steps } of groups) {
  const queue = steps.filter(({ name }) => wanted.length === 0 || wanted.some(word => name.startsWith(word)))
  await Promise.all(Array.from({ length: abreast }, () => work(queue)))
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

async function work(queue: Step[]): Promise<void> {
  for (let step = queue.shift(); step; step = queue.shift()) {
    const begun = performance.now()
    const outcome = await step.run(files)
    total.passed += outcome.passed
    total.failed += outcome.failed
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
