import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { CannotStart, codeOf } from '../cannot-start.ts'
import { unusableFolder, writableFolder } from '../data-folder.ts'
import { type Binaries, embeddedBinaries } from './binaries.ts'
import { type Runner, runnerFor } from './runner.ts'

export interface ClusterOptions {
  /** `postgres -c` settings on top of ours. */
  readonly settings?: Readonly<Record<string, string>>
  /** Another Postgres than the one npm installed. */
  readonly binaries?: Binaries
  /** A loopback port and a password instead of a socket; always so on Windows, which has no use for sockets here. */
  readonly tcp?: boolean
}

/** The files of one embedded Postgres, and what is needed to run it. */
export interface Cluster {
  readonly dataDir: string
  readonly folder: string
  readonly log: string
  readonly socketFolder: string
  readonly binaries: Binaries
  readonly runner: Runner
  readonly settings: Readonly<Record<string, string>>
  /** Set where the transport is TCP. */
  readonly password: string | undefined
}

/** `sun_path` has 108 bytes on Linux (104 on macOS), the closing zero included. */
const longestSocketPath = process.platform === 'darwin' ? 103 : 107
export const superuser = 'honbu'

/**
 * The cluster in `<dataDir>/postgres`, made when there is none.
 * @throws CannotStart where the folder cannot be written.
 */
export function prepareCluster(dataDir: string, options: ClusterOptions): Cluster {
  const root = writableFolder(dataDir)
  const binaries = options.binaries ?? embeddedBinaries()
  const folder = path.join(root, 'postgres')
  const runner = runnerFor(folder, binaries.folder)
  const tcp = options.tcp ?? process.platform === 'win32'
  const password = tcp ? passwordIn(root) : undefined
  if (!existsSync(path.join(folder, 'PG_VERSION'))) initialise({ root, folder, binaries, runner, password })
  try {
    runner.give(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusableFolder(folder, error)
  }
  return {
    dataDir: root,
    folder,
    log: path.join(root, 'postgres.log'),
    socketFolder: socketFolderOf(folder),
    binaries,
    runner,
    settings: options.settings ?? {},
    password,
  }
}

function passwordIn(root: string): string {
  const file = path.join(root, 'postgres.password')
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8')
}

interface NewCluster extends Pick<Cluster, 'folder' | 'binaries' | 'runner' | 'password'> {
  readonly root: string
}

/**
 * Initialised beside its place and then renamed into it: an interrupted start leaves nothing half-made, and of two
 * starts at the same time one wins.
 */
function initialise({ root, folder, binaries, runner, password }: NewCluster): void {
  const fresh = path.join(root, `postgres.new-${process.pid}`)
  try {
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(fresh, { mode: 0o700 })
    runner.give(fresh)
    if (password) runner.give(path.join(root, 'postgres.password'))
    const auth = password
      ? ['--auth=scram-sha-256', `--pwfile=${path.join(root, 'postgres.password')}`]
      : ['--auth=trust']
    const args = ['-D', fresh, '-U', superuser, '-E', 'UTF8', ...auth, ...binaries.locale]
    const command = runner.command(path.join(binaries.folder, 'initdb'), args)
    const done = spawnSync(command.file, command.args, { ...surroundings, ...command.as, encoding: 'utf8' })
    if (done.error) throw done.error
    if (done.status !== 0)
      throw new CannotStart(
        `No database can be made in ${root}: ${lastLine(done.stderr) || `exit code ${done.status}`}`,
      )
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    const code = codeOf(error)
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return
    if (error instanceof CannotStart) throw error
    throw unusableFolder(root, error)
  }
}

/** No PG… variable of the person's shell reaches Postgres, and no secret of ours. */
const surroundings = {
  cwd: path.parse(process.cwd()).root,
  env: Object.fromEntries(['PATH', 'SystemRoot', 'TEMP', 'TMP'].map(name => [name, process.env[name]])),
}

function socketFolderOf(folder: string): string {
  const fits = (candidate: string) => Buffer.byteLength(path.join(candidate, '.s.PGSQL.5432')) <= longestSocketPath
  if (fits(folder)) return folder
  const name = `honbu-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  const short = path.join(os.tmpdir(), name)
  return fits(short) ? short : path.join('/tmp', name)
}

/** A socket folder outside the cluster lies where everyone may write: it must be ours and closed to others. */
function openSocketFolder({ folder, socketFolder, runner }: Cluster): void {
  if (socketFolder === folder) return
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(socketFolder)
  const trusted = [process.getuid?.(), statSync(folder).uid]
  if (!lstatSync(socketFolder).isDirectory() || !trusted.includes(uid))
    throw new CannotStart(`${socketFolder}, the folder for the database's socket, belongs to somebody else: remove it.`)
  chmodSync(socketFolder, 0o700)
  runner.give(socketFolder)
}

/**
 * A Postgres that was started here: whether it has ended, and why; and all that was said since, by it or by what was left of
 * the one before.
 */
export interface Started {
  readonly ended: () => boolean
  readonly why: () => string
  readonly said: () => string
}

/** Starts Postgres on its own: it outlives this process and does not get the keyboard's Ctrl-C. */
export function startPostgres(cluster: Cluster, port: number): Started {
  openSocketFolder(cluster)
  const offset = sizeOf(cluster.log)
  const log = openSync(cluster.log, offset > 5_000_000 ? 'w' : 'a', 0o600)
  const args = ['-D', cluster.folder, '-p', String(port)]
  const settings = {
    listen_addresses: cluster.password ? '127.0.0.1' : '',
    // A list, in which names with commas or spaces stand in double quotes.
    unix_socket_directories: cluster.password ? '' : `"${cluster.socketFolder.replaceAll('"', '""')}"`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A refused statement is the server's to report; Postgres would write it out with people's data in it.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...cluster.settings,
  }
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const command = cluster.runner.command(path.join(cluster.binaries.folder, 'postgres'), args)
  const child = spawn(command.file, command.args, {
    ...surroundings,
    ...command.as,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let failure: string | undefined
  child.once('error', error => {
    failure = error.message
  })
  child.unref()
  return {
    ended: () => failure !== undefined || child.exitCode !== null || child.signalCode !== null,
    why: () => failure ?? (lastLine(readFrom(cluster.log, offset)) || `exit code ${child.exitCode}`),
    said: () => readFrom(cluster.log, offset),
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function readFrom(file: string, offset: number): string {
  const all = readFileSync(file)
  return all.subarray(all.length >= offset ? offset : 0).toString('utf8')
}

/** The line that says what failed: the last FATAL one, or the last. */
function lastLine(output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '')
  return (lines.findLast(line => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? '').replace(
    /^.*?(FATAL|PANIC):\s*/,
    '',
  )
}
