import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { project, runNode, type Step, tool } from './step.ts'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[]
}

/** Unit and API tests. `vitest.config.ts` says which run on which Postgres. */
export const unit: Step = {
  name: 'unit',
  run: async ({ files, tier, shard }) => {
    const file = path.join(project, '.tmp/vitest.json')
    rmSync(file, { force: true })
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    if (shard) args.push(`--shard=${shard}`)
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
    const on = ['embedded', 'postgres-15'].filter(name => output.includes(name)).join(' and ')
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
  },
}

export const noted = (note: string, skipped: number) => (skipped > 0 ? `${note}, ${skipped} skipped` : note)
