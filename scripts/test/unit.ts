import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Outcome, project, runNode, type Step, tool, type Wanted } from './step.ts'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[]
}

/** The tests that need a database. `vitest.config.ts` says which these are, and which run on which Postgres. */
export const unit = vitestStep('unit', ['!unit', '!web'])

/** The others. They wait for nothing, so one worker beside the checks is enough. */
export const rules = vitestStep('unit-rules', ['unit', 'web'], '--maxWorkers=1')

function vitestStep(name: string, projects: readonly string[], ...options: readonly string[]): Step {
  return { name, run: wanted => runVitest(name, [...projects.map(each => `--project=${each}`), ...options], wanted) }
}

async function runVitest(name: string, options: readonly string[], { files, tier, shard }: Wanted): Promise<Outcome> {
  const file = path.join(project, `.tmp/vitest-${name}.json`)
  rmSync(file, { force: true })
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...options]
  if (shard) args.push(`--shard=${shard}`)
  // Named files may all be of the other step. The run fails where neither finds a test.
  if (files.length > 0) args.push('--passWithNoTests')
  const { succeeded, output } = await runNode([tool('vitest/vitest.mjs'), ...args, ...files], {
    HONBU_TEST_TIER: tier,
    ...(tier === 'all' && files.length === 0 && { HONBU_TEST_SEED: process.env.HONBU_TEST_SEED || 'random' }),
  })
  if (!existsSync(file)) return { passed: 0, failed: 1, output }
  // The shape is vitest's own.
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as Report
  // To vitest a file that does not load, or an error outside any test, is no failed test.
  const failed = numFailedTests === 0 && !succeeded ? 1 : numFailedTests
  const ran = testResults.length > 0 ? output : ''
  const on = ['embedded', 'postgres-15'].filter(each => ran.includes(each)).join(' and ')
  return {
    passed: numPassedTests,
    failed,
    output,
    note: noted(on && `on ${on}`, numPendingTests),
    files: testResults.map(({ name, startTime, endTime }) => ({
      file: path.relative(project, name),
      seconds: (endTime - startTime) / 1000,
    })),
  }
}

export const noted = (note: string, skipped: number) => (skipped > 0 ? `${note}, ${skipped} skipped` : note)
