import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')
const parts = ['contract', 'server', 'sandbox', 'web']
/** More than a cold start takes on a busy machine. */
const patience = 120_000

/** Below the project, so that its packages are found; the product's own are those of the copy. */
let copy: string
let dev: ChildProcess
let origin: string
let output = ''

const at = (address: string) => `${origin}/club${address}`
const asPage = { headers: { accept: 'text/html' } }
const textOf = async (address: string, init?: RequestInit) => (await fetch(at(address), init)).text()

function change(file: string, from: string, to: string): void {
  const before = readFileSync(path.join(copy, file), 'utf8')
  if (!before.includes(from)) throw new Error(`${from} is not in ${file}.`)
  writeFileSync(path.join(copy, file), before.replace(from, to))
}

beforeAll(async () => {
  mkdirSync(path.join(project, '.tmp'), { recursive: true })
  copy = mkdtempSync(path.join(project, '.tmp/dev-test-'))
  for (const part of [
    ...parts,
    'scripts',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.web.json',
  ])
    cpSync(path.join(project, part), path.join(copy, part), {
      recursive: true,
      filter: file => !/[\\/](node_modules|dist)$/.test(file),
    })
  mkdirSync(path.join(copy, 'node_modules/@honbu'), { recursive: true })
  for (const part of parts) symlinkSync(path.join(copy, part), path.join(copy, 'node_modules/@honbu', part), 'junction')

  const port = await freePort()
  origin = `http://localhost:${port}`
  const env = { HONBU_DATA: path.join(copy, 'data'), HONBU_DEMO: '0', BASE_PATH: '/club', PORT: String(port) }
  dev = spawn(process.execPath, [path.join(copy, 'scripts/dev.ts')], {
    cwd: copy,
    env: { ...withoutSettings(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [dev.stdout, dev.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  await said('Honbu is at')
}, patience)

afterAll(async () => {
  if (dev?.exitCode === null) {
    dev.kill('SIGTERM')
    await once(dev, 'exit')
  }
  rmSync(copy, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}, patience)

describe('npm run dev', { timeout: patience }, () => {
  test('serves the page under the policy of production, with modules in place of a build', async () => {
    const answer = await fetch(at('/member/search'), asPage)
    const page = await answer.text()
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(page).toContain('<base href="/club/">')
    // A script in the page would be refused by that policy.
    expect(page).not.toMatch(/<script(?![^>]* src=)/)
    const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src = '']) => new URL(src, at('/')))
    expect(scripts).toHaveLength(4)
    for (const script of scripts) {
      const loaded = await fetch(script)
      expect([script.pathname, loaded.status, loaded.headers.get('content-type')]).toEqual([
        script.pathname,
        200,
        'text/javascript',
      ])
    }
  })

  test('serves the service worker and the pages of the server', async () => {
    const worker = await textOf('/service-worker.js')
    expect(worker).toContain('"development"')
    expect(worker).not.toContain('__FILES__')
    expect(await textOf('/_configuration/Honbu.Web')).toContain(at(''))
    expect(await textOf('/Identity/Account/Login', asPage)).toContain('Log in')
  })

  test('keeps what is beside the sources to itself', async () => {
    const secret = path.join(copy, 'data/secret.txt')
    writeFileSync(secret, 'secret')
    expect((await fetch(at(`/@fs${secret}?raw`))).status).toBe(403)
  })

  test('sends a changed component to the open page', async () => {
    const component = '/src/app/NotFound.tsx'
    await textOf(component)
    const [, token = ''] = /wsToken = "([^"]+)"/.exec(await textOf('/@vite/client')) ?? []
    const socket = new WebSocket(`${at('/').replace('http', 'ws')}?token=${token}`, 'vite-hmr')
    const updated = new Promise<string>(resolve => {
      socket.addEventListener('message', ({ data }) => {
        if (/update|reload/.test(String(data))) resolve(String(data))
      })
    })
    await new Promise(resolve => socket.addEventListener('open', resolve))
    change(`web${component}`, 'export ', '/* changed */ export ')
    const message: unknown = JSON.parse(await updated)
    expect(message).toMatchObject({ type: 'update', updates: [{ type: 'js-update', path: component }] })
    socket.close()
  })

  test('restarts the server with a change, and holds what is asked meanwhile', async () => {
    expect(await textOf('/health/live')).toBe('{"status":"ok"}')
    const file = 'server/src/platform/health.ts'
    const statuses = new Set<number>()
    const answers = async () => {
      const answer = await fetch(at('/health/live'))
      statuses.add(answer.status)
      return answer.text()
    }
    change(file, "({ status: 'ok' })", "({ status: 'changed' })")
    await expect.poll(answers, { timeout: patience }).toBe('{"status":"changed"}')

    change(file, 'import ', 'import import ')
    await said('runs on without this change')
    expect(await answers()).toBe('{"status":"changed"}')

    change(file, 'import import ', 'import ')
    change(file, "({ status: 'changed' })", "({ status: 'mended' })")
    await expect.poll(answers, { timeout: patience }).toBe('{"status":"mended"}')
    expect([...statuses]).toEqual([200])
  })

  test('takes the whole contract anew', async () => {
    const file = 'contract/src/members.ts'
    change(file, "summary: '", "summary: 'Changed. ")
    await expect.poll(() => textOf('/api/docs/json'), { timeout: patience }).toContain('Changed. ')
    const module = await textOf(`/@fs${path.join(copy, file)}`)
    expect(module).toContain('Changed. ')
  })

  test('leaves nothing running', async () => {
    const postmaster = path.join(copy, 'data/postgres/postmaster.pid')
    expect(existsSync(postmaster)).toBe(true)
    dev.kill('SIGTERM')
    const [code] = await once(dev, 'exit')
    expect(code).toBe(0)
    expect(existsSync(postmaster)).toBe(false)
    await expect(fetch(at('/health/live'))).rejects.toThrow()
  })
})

/** Waits until the terminal has shown this. */
function said(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (output.includes(text)) resolve()
    }
    dev.stdout?.on('data', look)
    dev.stderr?.on('data', look)
    dev.once('exit', code => reject(new Error(`npm run dev ended with ${code}: ${output}`)))
    look()
  })
}

function withoutSettings(): NodeJS.ProcessEnv {
  const ours = /^(HONBU_|DATABASE_|SMTP_URL$|OIDC_|BASE_|PORT$|HOST$|NODE_ENV$|VITEST|npm_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer().once('error', reject)
    listener.listen(0, '127.0.0.1', () => {
      const bound = listener.address()
      listener.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0))
    })
  })
}
