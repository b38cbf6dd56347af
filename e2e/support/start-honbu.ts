import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoFolder } from '@honbu/server/demo-folder.ts'
import type { FullConfig } from '@playwright/test'
import { evening } from './evening.ts'

/**
 * Starts the product once for each worker; the tests find the addresses in the environment. The demo is made once for the
 * code that fills it, and copied.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes its global setup from the default export
export default async function startHonbu({ workers }: Pick<FullConfig, 'workers'>): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'honbu e2e '))
  const demo = await demoFolder(evening)
  process.env.E2E_DEMO = demo
  process.env.E2E_FOLDER = folder
  process.env.E2E_WORKERS = String(workers)
  const runCopy = async (name: string) => {
    await cp(demo, join(folder, name), { recursive: true })
    return await run({ HONBU_DATA: join(folder, name) })
  }
  const started = await Promise.all(Array.from({ length: workers }, (_, index) => runCopy(`worker ${index}`)))
  for (const [index, { address }] of started.entries()) process.env[`E2E_ADDRESS_${index}`] = address
  return async () => {
    await Promise.all(started.map(({ child }) => stop(child)))
    // One that was started for a second try may be stopping still.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }
}

/** One more for a test of its own, with settings of its own and a copy of the demo. */
export async function startAnother(name: string, env: Record<string, string>) {
  const { E2E_DEMO: demo, E2E_FOLDER: folder } = process.env
  if (!demo || !folder) throw new Error('There is no demo to copy.')
  // A folder of its own at a second try, too.
  const data = await mkdtemp(join(folder, `${name} `))
  await cp(demo, data, { recursive: true })
  const { child, address } = await run({ HONBU_DATA: data, ...env })
  return { address: (path = '/') => address + path, stop: () => stop(child) }
}

async function run(env: Record<string, string>) {
  const child = fork(join(import.meta.dirname, 'honbu.ts'), { env: { ...inherited(), ...env } })
  const [{ address }] = await Promise.race([
    once(child, 'message') as Promise<[{ address: string }]>,
    once(child, 'exit').then(([code]) => {
      throw new Error(`Honbu ended with ${code} before it listened`)
    }),
  ])
  return { child, address }
}

/** Without what would point the product at somebody's real database or mail server. */
function inherited() {
  const ours = /^(HONBU_|DATABASE_URL$|SMTP_URL$|OIDC_|BASE_|PORT$|HOST$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}
