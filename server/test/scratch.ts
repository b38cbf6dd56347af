import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { postmasterOf } from '../src/platform/embedded-postgres/postmaster.ts'
import { type Embedded, openEmbedded } from '../src/platform/embedded-postgres.ts'

/** Nothing here has to survive a power cut. */
const fast = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }

/** Planning is a fifth of what Postgres does here: no statement of a function is planned more than once for a connection. */
const planOnce = { plan_cache_mode: 'force_generic_plan' }

const prefix = 'honbu-test-'

/**
 * A Postgres in a temporary folder, which goes when it is stopped.
 * @param programs the folder of another Postgres than the embedded one
 */
export async function openScratch(programs?: string): Promise<Embedded> {
  sweep()
  const folder = mkdtempSync(path.join(os.tmpdir(), `${prefix}${process.pid}-`))
  // Root runs Postgres as another user, who has to get in.
  chmodSync(folder, 0o755)
  const embedded = await openEmbedded(
    folder,
    programs === undefined
      ? // As in the product, where plans depend on the values.
        { settings: fast }
      : { settings: { ...fast, ...planOnce }, binaries: { folder: programs, locale: ['--locale=C.UTF-8'] } },
  )
  return {
    ...embedded,
    stop: async () => {
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What test runs left that were killed. */
function sweep(): void {
  for (const name of readdirSync(os.tmpdir())) {
    const pid = Number(/^honbu-test-(\d+)-/.exec(name)?.[1])
    if (!pid || isAlive(pid)) continue
    const folder = path.join(os.tmpdir(), name)
    try {
      const left = postmasterOf({ folder: path.join(folder, 'postgres') })
      if (left && isAlive(left.pid)) process.kill(left.pid, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another user's; his next run removes it.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
