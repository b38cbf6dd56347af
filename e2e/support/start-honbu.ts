import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts the product twice, at the root of its address and below a path; the tests find both in the environment. */
// Playwright takes its global setup from the default export.
// biome-ignore lint/style/noDefaultExport: see above
export default async function startHonbu(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'honbu e2e '))
  const [atRoot, belowPath] = await Promise.all([
    run({ HONBU_DATA: join(folder, 'root') }),
    run({ HONBU_DATA: join(folder, 'path'), BASE_PATH: '/club' }),
  ])
  process.env.E2E_ADDRESS = atRoot.address
  process.env.E2E_ADDRESS_BELOW_PATH = belowPath.address
  return async () => {
    await Promise.all([stop(atRoot.child), stop(belowPath.child)])
    await rm(folder, { recursive: true, force: true })
  }
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
