import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '../../src/platform/embedded-postgres.ts'

/**
 * A pgbouncer in transaction mode in front of a database, as docs/operations.md has it.
 * @param program where it is
 */
export async function openPooler(program: string, { host, port, user, database }: Connection, listenPort: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'honbu-pooler-'))
  const file = path.join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `${database} = host=${host} port=${port} user=${user} dbname=${database}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${listenPort}\nunix_socket_dir =`,
    'auth_type = any\npool_mode = transaction\nmax_client_conn = 300\ndefault_pool_size = 20',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  chmodSync(folder, 0o755)
  // It does not run as root, and has to get at the socket.
  const { uid, gid } = statSync(host)
  const as = process.getuid?.() === 0 ? { uid, gid } : {}
  const pooler = spawn(program, ['-q', file], { ...as, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  pooler.stderr.on('data', (text: Buffer) => {
    said += text.toString()
  })
  const url = `postgres://${user}@127.0.0.1:${listenPort}/${database}`
  const giveUp = performance.now() + 30_000
  while (!(await answers(url))) {
    if (pooler.exitCode !== null || performance.now() > giveUp) throw new Error(`pgbouncer cannot be used: ${said}`)
    await pause(50)
  }
  return {
    url,
    async stop() {
      const ended = once(pooler, 'exit')
      pooler.kill('SIGINT')
      setTimeout(() => pooler.kill('SIGKILL'), 2000).unref()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
