import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const project = path.resolve(import.meta.dirname, '../..')
const program = path.join(import.meta.dirname, 'fill-folder.ts')

/** Milliseconds after which a copy made by other code is removed, so that a test run that has begun keeps its own. */
const unusedFor = 30 * 60_000

/**
 * A data folder as a first start at `now` leaves it: the demo in a stopped embedded Postgres, and the sandboxes' files.
 * Copy it, never open it. It is made once for each instant and hash of the code that fills it, in `.tmp/demo`, also when
 * several processes ask at the same time. Making it takes half a minute.
 * @returns the folder's path
 */
export async function demoFolder(now: Date, { kept, hash, fill }: CopyParts = standard): Promise<string> {
  for (;;) {
    const code = hash()
    const made = path.join(kept, code, now.toISOString().replaceAll(':', '-'))
    mkdirSync(path.dirname(made), { recursive: true })
    const isMade = () => existsSync(made)
    await alone(`${made}.lock`, isMade, () => fillBeside(made, folder => fill(folder, now)))
    if (hash() !== code) {
      // The code has changed since the fill began, so either version may have filled the copy.
      rmSync(made, { recursive: true, force: true, maxRetries: 5 })
      continue
    }
    utimesSync(path.dirname(made), new Date(), new Date())
    removeUnused(kept, path.dirname(made))
    return made
  }
}

/** Its parts, for tests of the copying. */
export interface CopyParts {
  readonly kept: string
  readonly hash: () => string
  readonly fill: (folder: string, now: Date) => Promise<unknown>
}

const standard: CopyParts = {
  kept: path.join(project, '.tmp', 'demo'),
  hash: codeHash,
  fill: (folder, now) => promisify(execFile)(process.execPath, [program, folder, now.toISOString()]),
}

/** Fills a folder beside its place and renames it into place, so that an interrupted copy is never used. */
async function fillBeside(made: string, fill: (folder: string) => Promise<unknown>): Promise<void> {
  const fresh = `${made}.new`
  // Of a process that was killed. Its Postgres ends when it misses its files.
  rmSync(fresh, { recursive: true, force: true, maxRetries: 5 })
  try {
    await fill(fresh)
    renameSync(fresh, made)
  } finally {
    rmSync(fresh, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The hash of all that can change a filled database: the migrations, and all code that a start may import. */
function codeHash(): string {
  const patterns = ['{contract,server,sandbox}/src/**/*.{ts,json}', 'server/migrations/*.sql', 'package-lock.json']
  const files = globSync(patterns, { cwd: project, exclude: ['**/*.test.ts'] }).sort()
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`)
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(path.join(project, file)))
  return hash.digest('hex').slice(0, 16)
}

function removeUnused(kept: string, current: string): void {
  const others = readdirSync(kept)
    .map(name => path.join(kept, name))
    .filter(folder => folder !== current)
  for (const folder of others) {
    const usedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - usedAt > unusedFor) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs `work` in one process at a time, unless another one has done it meanwhile. */
async function alone(file: string, isDone: () => boolean, work: () => Promise<void>): Promise<void> {
  while (!isDone()) {
    if (!locked(file)) {
      await pause(200)
      continue
    }
    try {
      if (!isDone()) await work()
    } finally {
      rmSync(file, { force: true })
    }
  }
}

/** Takes the lock, or takes the lock of a dead process away and is told to try again. */
function locked(file: string): boolean {
  const own = `${file}.${randomUUID()}`
  writeFileSync(own, String(process.pid))
  try {
    // A link appears with its content, so no process reads a lock without its owner.
    linkSync(own, file)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(own)
  }
  removeStale(file)
  return false
}

/** Of several that see the dead owner's lock, the rename lets one remove it; a lock taken meanwhile is put back. */
function removeStale(file: string): void {
  const owner = textOf(file)
  if (owner === undefined || isAlive(Number(owner))) return
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
    if (textOf(aside) !== owner) renameSync(aside, file)
  } catch {
    // Another process was quicker.
  } finally {
    rmSync(aside, { force: true })
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
