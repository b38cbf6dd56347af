import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { asOne, type Outcome, project, runNode, type TestFile, tool } from './step.ts'
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
const timesIn = ({ suites = [], specs }: Suite, folder: string): TestFile[] => [
  ...specs.map(({ file, tests }) => ({
    file: `${folder}/${file}`,
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0),
  })),
  ...suites.flatMap(suite => timesIn(suite, folder)),
]

interface Run {
  /** With Playwright's configuration and the tests. */
  readonly folder: string
  readonly args: readonly string[]
  readonly env: Record<string, string>
  /** What ran the tests, for the report. */
  readonly browser: string
}

/** Runs the tests of a folder with Playwright's runner, in the product as it is built from this folder. */
export async function runPlaywright({ folder, args, env, browser }: Run): Promise<Outcome> {
  const built = await runNode(['scripts/launch.mjs', 'build'])
  if (!built.succeeded) return asOne(false, built.output)
  const file = path.join(project, '.tmp/playwright.json')
  rmSync(file, { force: true })
  const command = [tool('@playwright/test/cli.js'), 'test', '--config', `${folder}/playwright.config.ts`]
  const { succeeded, output } = await runNode([...command, '--reporter=list,json', ...args], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    // Playwright compiles its tests, and keeps what it has compiled from run to run.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: path.join(project, '.tmp/playwright'),
  })
  if (!existsSync(file)) return asOne(false, output)
  // The shape is Playwright's own.
  const { suites, stats } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const { expected, unexpected: failed, flaky, skipped } = stats
  const twice = suites.flatMap(triedTwice)
  const note = noted(browser, skipped)
  return {
    passed: expected + flaky,
    failed: failed === 0 && !succeeded ? 1 : failed,
    output,
    files: suites.flatMap(suite => timesIn(suite, folder)),
    note: twice.length === 0 ? note : `${note}; at the second try only: ${twice.join('; ')}`,
  }
}
