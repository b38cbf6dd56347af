import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

export const project = path.resolve(import.meta.dirname, '../..')

/** What a step found. A step that is not made of tests counts as one. */
export interface Outcome {
  readonly passed: number
  readonly failed: number
  /** Shown when something failed. */
  readonly output: string
  /** Shown in any case, in few words. */
  readonly note?: string
  /** Seconds by test file. */
  readonly files?: readonly TestFile[]
}

export interface TestFile {
  readonly file: string
  readonly seconds: number
}

/** What was asked for on the command line. */
export interface Wanted {
  /** Test files, or parts of their paths. Empty: every file of the tier. */
  readonly files: readonly string[]
  /** `fast` is `npm test`, `all` is `npm run test:all` or a run of named files (docs/testing.md). */
  readonly tier: 'fast' | 'all'
  /** `2/4`: the second quarter of the tests. */
  readonly shard: string | undefined
}

export interface Step {
  readonly name: string
  readonly run: (wanted: Wanted) => Promise<Outcome>
}

/** A program of node_modules, by its file there. */
export const tool = (file: string) => path.join(project, 'node_modules', file)

export const asOne = (succeeded: boolean, output: string): Outcome => ({
  passed: succeeded ? 1 : 0,
  failed: succeeded ? 0 : 1,
  output,
})

/** A step that succeeds when a program of Node ends with exit code 0. */
export const programStep = (name: string, ...args: string[]): Step => ({
  name,
  run: async () => {
    const { succeeded, output } = await runNode(args)
    return asOne(succeeded, output)
  },
})

const running = new Set<ChildProcess>()

/** Ends every program that is running. */
export function endAll(): void {
  for (const child of running) child.kill('SIGTERM')
}

export const runNode = (args: readonly string[], env: Record<string, string> = {}) => run(process.execPath, args, env)

/** Runs a program in the project's folder and collects what it prints. */
export function run(file: string, args: readonly string[], env: Record<string, string> = {}) {
  const environment = { ...process.env, NO_COLOR: '1', ...env }
  return new Promise<{ succeeded: boolean; output: string }>(resolve => {
    const child = spawn(file, args, { cwd: project, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.once('error', error => resolve({ succeeded: false, output: `${output}${error.message}\n` }))
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ succeeded: code === 0, output: signal ? `${output}ended by ${signal}\n` : output })
    })
  })
}
