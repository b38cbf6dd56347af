import { asOne, run, runNode, type Step } from './step.ts'

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly isDirect: boolean }>>
  readonly metadata?: { readonly dependencies: { readonly prod: number } }
}

/**
 * What is known to be unsafe among the packages that run in production, by the registry's list: high and critical ones
 * fail. The tests work offline, and some registries have no such list: then it passes and says that it has not asked.
 */
export const audit: Step = {
  name: 'audit',
  run: async () => {
    const { output } = await npm(['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=15000'])
    const report = reportIn(output)
    if (!report?.vulnerabilities || !report.metadata)
      return { ...asOne(true, ''), note: 'not asked: the registry gives no advisories' }
    const bad = Object.entries(report.vulnerabilities).filter(([, { severity }]) => /^(high|critical)$/.test(severity))
    const lines = bad.map(([name, { severity }]) => `${name}: ${severity}, see npm audit`)
    return {
      ...asOne(bad.length === 0, `${lines.join('\n')}\n`),
      note: `${report.metadata.dependencies.prod} packages`,
    }
  },
}

function npm(args: readonly string[]) {
  const program = process.env.npm_execpath
  return program?.endsWith('npm-cli.js') ? runNode([program, ...args]) : run('npm', args)
}

/** Between what npm says besides. */
function reportIn(output: string): Report | undefined {
  try {
    // The shape is npm's own.
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as Report
  } catch {
    return undefined
  }
}
