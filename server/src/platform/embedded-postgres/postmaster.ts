import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '../cannot-start.ts'
import type { Cluster } from './cluster.ts'

/** A running Postgres, as its postmaster.pid describes it. */
interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly socketFolder: string
}

const pidFile = ({ folder }: Pick<Cluster, 'folder'>) => path.join(folder, 'postmaster.pid')

/** Lines of postmaster.pid: pid, data folder, start time, port, first socket folder, first listen address. */
export function postmasterOf(cluster: Pick<Cluster, 'folder'>): Postmaster | undefined {
  const lines = linesOf(pidFile(cluster))
  const [pid, , , port, socketFolder] = lines
  return pid && port ? { pid: Number(pid), port: Number(port), socketFolder: socketFolder ?? '' } : undefined
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/**
 * Postgres takes a lock file for valid as long as any process has the number in it. Numbers come round, in a container
 * at every start: lock files that name a process which is no Postgres are removed.
 * @returns whether there was one
 */
export function removeStaleLocks({ folder, socketFolder }: Cluster): boolean {
  const stale = [pidFile({ folder }), path.join(socketFolder, '.s.PGSQL.5432.lock')].filter(file => {
    const pid = Number(linesOf(file)[0])
    return pid > 0 && !mayBePostgres(pid)
  })
  for (const file of stale) rmSync(file, { force: true })
  return stale.length > 0
}

function mayBePostgres(pid: number): boolean {
  if (process.platform === 'win32') return true
  if (!existsSync('/proc/self/exe')) {
    const listed = spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' })
    return listed.error !== undefined || listed.stdout.includes('postgres')
  }
  if (!existsSync(`/proc/${pid}`)) return false
  try {
    return path.basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres')
  } catch {
    // Another user's process: /proc hides its program, but not its name.
    return linesOf(`/proc/${pid}/comm`)[0] === 'postgres'
  }
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. Waits until it is over. */
export async function stopPostgres(cluster: Cluster): Promise<void> {
  const running = postmasterOf(cluster)
  if (!running) return
  if (process.platform === 'win32') {
    spawnSync(path.join(cluster.binaries.folder, 'pg_ctl'), ['stop', '-D', cluster.folder, '-m', 'fast'])
    return
  }
  try {
    process.kill(running.pid, 'SIGINT')
    for (let waited = 0; waited < 60_000 && postmasterOf(cluster)?.pid === running.pid; waited += 20) await wait(20)
    for (let waited = 0; waited < 2_000 && isAlive(running.pid); waited += 10) await wait(10)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
  if (cluster.socketFolder !== cluster.folder) rmSync(cluster.socketFolder, { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
