import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from '../test/chromium.ts'
import type { Tier } from './fault.ts'

/** The test that failed first, or why nothing ran. */
export interface Failure {
  readonly file: string
  readonly title: string
}

let running: ChildProcess | null = null

/** Ends the program that is running, for when this process is asked to stop. */
export const endRunning = (): void => void running?.kill('SIGTERM')

/** Runs a program of the copy with Node. @returns its output and whether it succeeded */
export function runNode(folder: string, args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<{ succeeded: boolean; output: string }>((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running = child
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.once('error', reject)
    child.once('close', code => resolve({ succeeded: code === 0, output }))
  })
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** Runs unit and API test files up to the first failure; null: all passed. */
export async function firstFailure(folder: string, files: readonly string[], tier: Tier): Promise<Failure | null> {
  if (files.length === 0) return null
  const report = emptyReport(folder, 'vitest.json')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=json', `--outputFile.json=${report}`]
  const { succeeded, output } = await runNode(folder, [...args, ...files], environmentOf(tier))
  if (succeeded) return null
  if (!existsSync(report)) throw new Error(output)
  // The shape is vitest's own.
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (failed) return { file: path.relative(folder, name), title: failed.fullName }
  }
  const broken = testResults.find(({ status }) => status === 'failed')
  if (!broken) throw new Error(output)
  return { file: path.relative(folder, broken.name), title: broken.message.split('\n')[0] ?? '' }
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs: readonly { readonly title: string; readonly file: string; readonly ok: boolean }[]
}

const specsOf = ({ suites = [], specs }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)]

/** The same for browser test files, after building the web of the copy. */
export async function firstFailureInBrowser(
  folder: string,
  files: readonly string[],
  tier: Tier,
): Promise<Failure | null> {
  if (files.length === 0) return null
  const chromium = await findChromium()
  if ('missing' in chromium) throw new Error(chromium.missing)
  const built = await runNode(folder, ['scripts/launch.mjs', 'build'])
  if (!built.succeeded) throw new Error(built.output)
  const report = emptyReport(folder, 'playwright.json')
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', '-x']
  if (tier === 'npm test') args.push('--grep', '@journey')
  const { succeeded, output } = await runNode(folder, [...args, '--reporter=json', ...files], {
    ...environmentOf(tier),
    HONBU_CHROMIUM: chromium.file,
    HONBU_TEST_RETRIES: '0',
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  if (succeeded) return null
  if (!existsSync(report)) throw new Error(output)
  // The shape is Playwright's own. A test after the first failure is not ok either: it has not run.
  const { suites } = JSON.parse(readFileSync(report, 'utf8')) as { readonly suites: readonly Suite[] }
  const failed = suites.flatMap(specsOf).find(({ ok }) => !ok)
  if (!failed) throw new Error(output)
  return { file: path.join('e2e', failed.file), title: failed.title }
}

const environmentOf = (tier: Tier) => ({ HONBU_TEST_TIER: tier === 'npm test' ? 'fast' : 'all' })

function emptyReport(folder: string, name: string): string {
  const file = path.join(folder, '.tmp', name)
  mkdirSync(path.dirname(file), { recursive: true })
  rmSync(file, { force: true })
  return file
}
