import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { project, runNode, type Step, tool } from './step.ts'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
}

/** Unit and API tests; `vitest.config.ts` says which run on which Postgres. */
export const unit: Step = {
  name: 'unit',
  run: async files => {
    const file = path.join(project, '.tmp/vitest.json')
    rmSync(file, { force: true })
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { succeeded, output } = await runNode([tool('vitest/vitest.mjs'), 'run', ...reporters, ...files])
    if (!existsSync(file)) return { passed: 0, failed: 1, output }
    // The shape is vitest's own.
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(file, 'utf8')) as Report
    // A file that does not load, or an error outside any test, is no failed test to vitest.
    const failed = numFailedTests === 0 && !succeeded ? 1 : numFailedTests
    const on = ['embedded', 'postgres-15'].filter(name => output.includes(name)).join(' and ')
    return { passed: numPassedTests, failed, output, note: noted(on && `on ${on}`, numPendingTests) }
  },
}

export const noted = (note: string, skipped: number) => (skipped > 0 ? `${note}, ${skipped} skipped` : note)
