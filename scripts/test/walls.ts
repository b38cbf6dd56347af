import { globSync } from 'node:fs'
import { asOne, project, runNode, type Step, tool } from './step.ts'

const folders = ['contract', 'server', 'sandbox', 'web', 'e2e', 'bench', 'scripts']

interface Report {
  readonly modules: readonly { readonly source: string }[]
  readonly summary: { readonly violations: readonly Violation[] }
}

interface Violation {
  readonly from: string
  readonly to: string
  readonly rule: { readonly name: string }
}

/**
 * The dependency rules. A parser that understands nothing finds nothing wrong either, so it fails too when it has not
 * looked at every source file.
 */
export const walls: Step = {
  name: 'walls',
  run: async () => {
    const cruise = tool('dependency-cruiser/bin/dependency-cruiser.mjs')
    const { output } = await runNode([cruise, '--output-type', 'json', ...folders])
    const report = reportIn(output)
    if (!report) return asOne(false, output)
    const seen = new Set(report.modules.map(({ source }) => source))
    const patterns = folders.map(folder => `${folder}/**/*.{ts,tsx}`)
    const files = globSync(patterns, {
      cwd: project,
      exclude: ['**/node_modules/**', '**/dist/**', '**/test-results/**'],
    })
    const missed = files.filter(file => !seen.has(file))
    const broken = report.summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`)
    if (files.length === 0 || missed.length > 0) broken.push(`not looked at: ${missed.join(', ') || 'any file'}`)
    return { ...asOne(broken.length === 0, `${broken.join('\n')}\n`), note: `${files.length} files` }
  },
}

function reportIn(output: string): Report | undefined {
  try {
    // The shape is dependency-cruiser's own.
    return JSON.parse(output) as Report
  } catch {
    return undefined
  }
}
