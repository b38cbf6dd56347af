import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from './chromium.ts'
import { asOne, project, runNode, type Step, type TestFile, tool } from './step.ts'
import { noted } from './unit.ts'

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly { readonly duration: number }[]
    }[]
  }[]
}

interface Report {
  readonly suites: readonly Suite[]
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

/** The tests that passed at their second try only. */
const triedTwice = ({ suites = [], specs }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `${file}: ${title}`),
  ...suites.flatMap(triedTwice),
]

/** The time of each test, by its file: they run one after another in a worker, and setting up is nobody's. */
const timesIn = ({ suites = [], specs }: Suite): TestFile[] => [
  ...specs.map(({ file, tests }) => ({
    file: `e2e/${file}`,
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0),
  })),
  ...suites.flatMap(timesIn),
]

/** Browser tests: the built product, a real server, a real Chromium. */
export const browser: Step = {
  name: 'browser',
  run: async ({ files, tier, shard }) => {
    const tests = globSync('e2e/**/*.{spec,test,e2e}.ts', { cwd: project, exclude: ['**/node_modules/**'] })
    if (tests.length === 0) return asOne(false, 'There are no browser tests in e2e/.\n')
    const chromium = await findChromium()
    if ('missing' in chromium) return asOne(false, `${chromium.missing}\n`)
    const built = await runNode(['scripts/launch.mjs', 'build'])
    if (!built.succeeded) return asOne(false, built.output)

    const file = path.join(project, '.tmp/playwright.json')
    rmSync(file, { force: true })
    const args = [
      tool('@playwright/test/cli.js'),
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--reporter=list,json',
    ]
    // The tests that `npm test` runs carry this tag; `test:all` runs every test.
    if (tier === 'fast') args.push('--grep', '@journey')
    if (shard) args.push(`--shard=${shard}`)
    const { succeeded, output } = await runNode([...args, ...files], {
      HONBU_CHROMIUM: chromium.file,
      HONBU_TEST_TIER: tier,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    })
    if (!existsSync(file)) return asOne(false, output)
    // The shape is Playwright's own.
    const { suites, stats } = JSON.parse(readFileSync(file, 'utf8')) as Report
    const { expected, unexpected: failed, flaky, skipped } = stats
    const twice = suites.flatMap(triedTwice)
    const note = noted(chromium.file, skipped)
    return {
      passed: expected + flaky,
      failed: failed === 0 && !succeeded ? 1 : failed,
      output,
      files: suites.flatMap(timesIn),
      note: twice.length === 0 ? note : `${note}; at the second try only: ${twice.join('; ')}`,
    }
  },
}
