import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  appendFileSync,
  chownSync,
  constants,
  createWriteStream,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePorts } from '../fleet/process.ts'

export interface Node {
  readonly name: string
  /** Of this node alone, as DATABASE_URL has it. */
  readonly url: string
  /** What the monitor takes it for, where it is that: `primary`, `secondary`; `wait_primary` while there is no other. */
  state(): Promise<string | undefined>
  /** Starts its keeper, which starts Postgres. */
  start(): void
  /** As a machine whose power fails: Postgres with all its processes, and its keeper, are gone at the same moment. */
  kill(): Promise<void>
  /** As a machine that nothing is heard of any more: no connection breaks off, and nobody answers. `kill` ends it. */
  freeze(): void
}

export interface Cluster {
  readonly nodes: readonly [Node, Node]
  /** Of both, as DATABASE_URL has it. */
  readonly url: string
  stop(): Promise<void>
}

const autoctl = '/usr/bin/pg_autoctl'
/** Where Debian's Postgres puts its sockets; it belongs to whom Postgres runs as. */
const sockets = '/var/run/postgresql'

/** What stands in the way of a cluster here. */
export function whatIsMissing(programs: string): string | undefined {
  const needed = {
    'postgresql-15': path.join(programs, 'postgres'),
    'postgresql-15-auto-failover': path.join(programs, '../lib/pgautofailover.so'),
    'pg-auto-failover-cli': autoctl,
  }
  const packages = Object.entries(needed).flatMap(([name, file]) => (existsSync(file) ? [] : [name]))
  if (packages.length > 0) return `apt-get install ${packages.join(' ')}`
  try {
    accessSync(sockets, constants.W_OK)
    return undefined
  } catch {
    return `to be root or postgres: others may not write in ${sockets}`
  }
}

/** As in docs/operations.md: the usual ones take 50 seconds to let another node take over. */
const impatience = [
  "pgautofailover.node_considered_unhealthy_timeout = '10s'",
  "pgautofailover.primary_demote_timeout = '10s'",
  "pgautofailover.health_check_period = '2s'",
  "pgautofailover.health_check_timeout = '2s'",
  "pgautofailover.health_check_retry_delay = '1s'",
]
const partitionSeconds = '10'

/**
 * A monitor and two nodes of pg_auto_failover in a temporary folder: what is acknowledged is on both.
 * @param programs the folder of Postgres
 */
export async function openCluster(programs: string): Promise<Cluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'honbu-failover-'))
  // Postgres does not run as root.
  const { uid, gid } = statSync(sockets)
  const as = process.getuid?.() === 0 ? { uid, gid } : {}
  if (as.uid !== undefined) chownSync(folder, uid, gid)
  const settings = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder }
  const options = { ...as, cwd: folder, env: { ...settings, PATH: `${programs}:/usr/bin:/bin`, LC_ALL: 'C.UTF-8' } }
  const log = createWriteStream(path.join(folder, 'log'))
  const keepers = new Map<string, ChildProcess>()
  const dataOf = (name: string) => path.join(folder, name)

  const tell = async (name: string, ...words: string[]) => {
    await promisify(execFile)(autoctl, [...words, '--pgdata', dataOf(name)], options)
  }
  const run = (name: string) => {
    const keeper = spawn(autoctl, ['run', '--pgdata', dataOf(name)], options)
    for (const stream of [keeper.stdout, keeper.stderr]) stream.pipe(log, { end: false })
    keepers.set(name, keeper)
  }
  const withThoseBelow = (name: string) => {
    const { pid } = keepers.get(name) ?? {}
    return pid === undefined ? [] : [pid, ...pidsBelow(pid)]
  }
  const kill = async (name: string) => {
    const keeper = keepers.get(name)
    if (!keeper || keeper.exitCode !== null || keeper.signalCode !== null) return
    const ended = once(keeper, 'exit')
    for (const pid of withThoseBelow(name)) signal(pid, 'SIGKILL')
    await ended
  }
  const stop = async () => {
    for (const name of keepers.keys()) await kill(name)
    log.end()
    rmSync(folder, { recursive: true, force: true })
  }

  const [monitorPort = 0, ...ports] = await freePorts(3)
  const monitor = `postgres://autoctl_node@127.0.0.1:${monitorPort}/pg_auto_failover`
  const plain = ['--hostname', '127.0.0.1', '--auth', 'trust', '--no-ssl']
  const openNode = async (number: 1 | 2): Promise<Node> => {
    const name = `node${number}`
    const port = ports[number - 1]
    const own = ['--name', name, '--pgport', String(port), '--username', 'honbu', '--dbname', 'honbu']
    await tell(name, 'create', 'postgres', ...plain, ...own, '--monitor', monitor)
    await tell(name, 'config', 'set', 'timeout.network_partition_timeout', partitionSeconds)
    run(name)
    return {
      name,
      url: `postgres://honbu@127.0.0.1:${port}/honbu`,
      state: async () => {
        const state = `select reportedstate::text as state from pgautofailover.node
          where nodename = '${name}' and reportedstate = goalstate`
        const [row] = await ask<{ state: string }>(monitor, state)
        return row?.state
      },
      start: () => run(name),
      kill: () => kill(name),
      freeze: () => {
        for (const pid of withThoseBelow(name)) signal(pid, 'SIGSTOP')
      },
    }
  }

  try {
    await tell('monitor', 'create', 'monitor', ...plain, '--pgport', String(monitorPort))
    appendFileSync(path.join(dataOf('monitor'), 'postgresql.conf'), `${impatience.join('\n')}\n`)
    run('monitor')
    await until(() =>
      ask(monitor, 'select 1').then(
        () => true,
        () => false,
      ),
    )
    const one = await openNode(1)
    await until(async () => (await one.state()) === 'single')
    // It is copied as soon as a checkpoint is over, which Postgres takes its time for unless asked.
    const hurrying = setInterval(() => void ask(one.url, 'checkpoint').catch(() => {}), 1000)
    const two = await openNode(2).finally(() => clearInterval(hurrying))
    await until(async () => (await one.state()) === 'primary' && (await two.state()) === 'secondary')
    const url = `postgres://honbu@${ports.map(port => `127.0.0.1:${port}`).join()}/honbu?target_session_attrs=read-write`
    return { nodes: [one, two], url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function pidsBelow(parent: number): number[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const children = Map.groupBy(
    lines.map(line => line.trim().split(/\s+/).map(Number)),
    ([, above]) => above,
  )
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap(([child = 0]) => [child, ...below(child)])
  return below(parent)
}

/** Unless it has ended by itself meanwhile. */
function signal(pid: number, name: 'SIGKILL' | 'SIGSTOP'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Asks one database of the cluster, over a connection of its own. */
export async function ask<Row extends object>(connectionString: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 60_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    void client.end().catch(() => {})
  }
}

/** Waits for what happens by itself. @throws when it does not, for so long that it never will */
export async function until(isTrue: () => Promise<boolean>, patience = 180_000): Promise<void> {
  const giveUp = performance.now() + patience
  while (!(await isTrue())) {
    if (performance.now() > giveUp) throw new Error('What was waited for has not happened.')
    await pause(200)
  }
}
