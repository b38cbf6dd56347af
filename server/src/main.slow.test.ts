import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'

const program = path.join(import.meta.dirname, 'main.ts')
const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-first-start-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.each(['Filling the demo with members and classes…', 'Filling the demo with payments…'])(
  'a first start that is stopped at “%s” leaves nothing running',
  async step => {
    const data = path.join(folder, 'data')
    const { PATH, TMPDIR } = process.env
    const env = { PATH, TMPDIR, HONBU_DATA: data, HONBU_DEMO: '1' }
    // As the launcher does, which still builds the web.
    const started = spawn(process.execPath, [program, '--await-web'], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    let said = ''
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', text => (said += text))
    const ended = once(started, 'exit')
    await expect
      .poll(() => said + (started.exitCode ?? ''), { message: 'it has come so far', timeout: 60_000 })
      .toContain(step)
    expect(existsSync(path.join(data, 'postgres/postmaster.pid'))).toBe(true)
    started.kill('SIGTERM')
    expect([(await ended)[0], said]).toEqual([0, expect.not.stringContaining('    at ')])
    await expect
      .poll(() => existsSync(path.join(data, 'postgres/postmaster.pid')), { message: 'Postgres has ended' })
      .toBe(false)
  },
  180_000,
)
