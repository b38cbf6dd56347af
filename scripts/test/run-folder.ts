import { chmodSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Names a run's folder in the environment of every process that it starts. */
const mark = 'TEST_RUN'
const prefix = 'honbu-test-run-'
/** Databases and browsers of a whole run take about 4 GB. */
const bytesNeeded = 6 * 2 ** 30
const memoryFolder = '/dev/shm'

/** The folder for everything temporary of one run: in memory where there is plenty, since half of a test's time was writing files. */
export interface RunFolder {
  readonly env: Readonly<Record<string, string>>
  /** Ends every process of the run and removes the folder, however the run ended. */
  readonly close: () => Promise<void>
}

/** Makes the folder, and first removes those of runs that were killed. */
export async function openRunFolder(): Promise<RunFolder> {
  for (const base of [os.tmpdir(), memoryFolder]) await sweep(base)
  const folder = mkdtempSync(path.join(hasMemory() ? memoryFolder : os.tmpdir(), `${prefix}${process.pid}-`))
  // Root runs Postgres as another user, which has to reach its files.
  chmodSync(folder, 0o755)
  return { env: { [mark]: folder, TMPDIR: folder }, close: () => clear(folder) }
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return Math.min(bavail * bsize, os.freemem()) > bytesNeeded
  } catch {
    return false
  }
}

async function sweep(base: string): Promise<void> {
  let names: string[] = []
  try {
    names = readdirSync(base)
  } catch {
    // No such folder on this system.
  }
  for (const name of names) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    // A folder of another user stays until their next run.
    if (pid && !isAlive(pid)) await clear(path.join(base, name)).catch(() => {})
  }
}

async function clear(folder: string): Promise<void> {
  await end(() => processesOf(folder), ['SIGTERM', 'SIGKILL'])
  // Postgres inherits no environment, and finishes no transaction of a test.
  await end(() => databasesIn(folder), ['SIGQUIT', 'SIGKILL'])
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Signals the processes until none is left, each signal for at most five seconds. */
async function end(find: () => number[], signals: readonly NodeJS.Signals[]): Promise<void> {
  for (const signal of signals) {
    for (const pid of find()) signalTo(pid, signal)
    for (const deadline = Date.now() + 5000; find().length > 0 && Date.now() < deadline; ) await wait(50)
    if (find().length === 0) return
  }
}

/** Processes with the mark in their environment. Linux only: elsewhere each child ends with its parent's signal. */
function processesOf(folder: string): number[] {
  if (process.platform !== 'linux') return []
  const wanted = `${mark}=${folder}\0`
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && pid !== process.pid && read(`/proc/${pid}/environ`).includes(wanted))
}

function databasesIn(folder: string): number[] {
  return globSync(`{,*/,*/*/,*/*/*/}postmaster.pid`, { cwd: folder })
    .map(file => Number.parseInt(read(path.join(folder, file)), 10))
    .filter(isAlive)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Gone, or another user's.
    return ''
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended in the meantime.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
