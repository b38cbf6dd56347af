/**
 * `npm run faults -- [--list] [--check] [--wide] [words]`: puts faults into a copy of the project, one at a time, and shows
 * which test finds each, in which tier. Fails when one isn't found.
 *
 * `--list` only names the faults. `--check` only checks that their texts are found and that types and lint see none of
 * them. `--wide` runs a whole tier where the test files listed with a fault don't find it. Words choose faults by name,
 * area or file.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copyProject } from './faults/copy-project.ts'
import { type Fault, isSlow, plant, presentName, type Tier } from './faults/fault.ts'
import { faults } from './faults/list.ts'
import { endRunning, type Failure, firstFailure, firstFailureInBrowser, runNode } from './faults/run-tests.ts'

const project = path.resolve(import.meta.dirname, '..')
const given = process.argv.slice(2)
const options = given.filter(word => word.startsWith('--'))
const words = given.filter(word => !word.startsWith('--'))
const unknown = options.find(option => !['--list', '--check', '--wide'].includes(option))
if (unknown) throw new Error(`${unknown} isn't an option: --list, --check or --wide.`)

const chosen = faults.filter(
  ({ name, area, file }) => words.length === 0 || words.some(word => `${name} ${area} ${file}`.includes(word)),
)
if (chosen.length === 0) throw new Error(`No fault is called ${words.join(' or ')}. See --list.`)

if (options.includes('--list'))
  for (const { name, area, says, file } of chosen) console.log(`${name} (${area}, ${file})\n    ${says}`)
else {
  const folder = copyProject(project)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.once(signal, () => {
      endRunning()
      rmSync(folder, { recursive: true, force: true })
      process.exit(1)
    })
  try {
    process.exitCode = await (options.includes('--check') ? check(folder) : findAll(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}

/** Plants all faults together: what none of types and lint sees then, they see of none. */
async function check(folder: string): Promise<number> {
  for (const fault of chosen) {
    const file = path.join(folder, fault.file)
    writeFileSync(file, plant(fault, readFileSync(file, 'utf8')))
    for (const test of fault.tests)
      if (presentName(folder, test) === null) throw new Error(`${fault.name}: ${test} doesn't exist.`)
  }
  const commands = [
    ...['node', 'web'].map(part => ['typescript-native/bin/tsc', '--project', `tsconfig.${part}.json`]),
    ['@biomejs/biome/bin/biome', 'lint', '--error-on-warnings', ...new Set(chosen.map(({ file }) => file))],
  ]
  let seen = 0
  for (const [program = '', ...args] of commands) {
    const { succeeded, output } = await runNode(folder, [path.join('node_modules', program), ...args])
    if (succeeded) continue
    seen += 1
    console.log(output)
  }
  console.log(seen === 0 ? `Types and lint see none of ${chosen.length} faults.` : 'Types or lint see a fault.')
  return seen === 0 ? 0 : 1
}

interface Found {
  readonly fault: Fault
  readonly failure: (Failure & { readonly tier: Tier }) | null
  readonly seconds: number
}

async function findAll(folder: string): Promise<number> {
  const all: Found[] = []
  for (const fault of chosen) {
    const file = path.join(folder, fault.file)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, plant(fault, text))
    const begun = performance.now()
    const failure = await findOne(folder, fault)
    writeFileSync(file, text)
    if (failure) await demandPass(folder, failure)
    const found = { fault, failure, seconds: (performance.now() - begun) / 1000 }
    all.push(found)
    console.log(line(found))
  }
  const byTier = (tier: Tier) => all.filter(({ failure }) => failure?.tier === tier).length
  const missed = all.filter(({ failure }) => failure === null)
  console.log(
    `${all.length} faults: ${byTier('npm test')} found by npm test, ${byTier('test:all')} more by test:all, ` +
      `${missed.length} by none.`,
  )
  return missed.length === 0 ? 0 : 1
}

/** A test that fails without the fault too has found nothing. */
async function demandPass(folder: string, { file, tier }: Failure & { readonly tier: Tier }): Promise<void> {
  const again = isOfBrowser(file) ? firstFailureInBrowser : firstFailure
  const failure = await again(folder, [file], tier)
  if (failure) throw new Error(`${failure.file}: ${failure.title} fails without any fault.`)
}

function line({ fault, failure, seconds }: Found): string {
  const found = failure ? `${failure.file}: ${failure.title} | ${failure.tier}` : 'not found | –'
  return `| ${fault.name} | ${fault.area} | ${fault.file} | ${found} | ${seconds.toFixed(0)} s |`
}

/** Each tier's listed files, then with `--wide` all of its files; the fast tier first. */
async function findOne(folder: string, fault: Fault): Promise<Found['failure']> {
  const listed = fault.tests.map(test => {
    const name = presentName(folder, test)
    if (name === null) throw new Error(`${fault.name}: ${test} doesn't exist.`)
    return name
  })
  const tiers: readonly Tier[] = ['npm test', 'test:all']
  for (const files of [listed, ...(options.includes('--wide') ? [allTests(folder)] : [])])
    for (const tier of tiers) {
      const own = files.filter(file => !isOfBrowser(file) && isSlow(file) === (tier === 'test:all'))
      const failure =
        (await firstFailure(folder, own, tier)) ??
        (await firstFailureInBrowser(folder, files.filter(isOfBrowser), tier))
      if (failure) return { ...failure, tier }
    }
  return null
}

function isOfBrowser(file: string): boolean {
  return file.startsWith('e2e/')
}

function allTests(folder: string): string[] {
  return globSync(['{contract,server,web,sandbox,bench,scripts}/**/*.test.{ts,tsx}', 'e2e/**/*.e2e.ts'], {
    cwd: folder,
    exclude: ['**/node_modules/**'],
  })
}
