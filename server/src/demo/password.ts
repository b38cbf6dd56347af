import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { verify } from '@node-rs/argon2'
import { hashPassword } from '../identity/index.ts'
import type { GivenConfig } from '../platform/config.ts'
import { writableFolder } from '../platform/data-folder.ts'
import type { Db } from '../platform/database.ts'
import { demoPassword } from './staff.ts'

type Where = Pick<GivenConfig, 'dataDir' | 'host' | 'baseUrl'>

/**
 * Finds the password of the demo's logins. Where other machines can reach the product, the password that our
 * documentation publishes is replaced by a random one, which is kept in the data folder, and every session begun with the
 * old one ends.
 * @returns null where there is no demo, or someone has chosen other passwords
 */
export async function passwordOfDemo(db: Db, where: Where, now: Date): Promise<string | null> {
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'password_hash'])
    .where('email', 'like', '%@demo.honbu.example')
    .where('password_hash', 'is not', null)
    .execute()
  // The demo gives all of its logins one hash.
  const hashes = [...new Set(accounts.flatMap(({ password_hash }) => password_hash ?? []))]
  const find = async (password: string) => {
    for (const stored of hashes) if (await verify(stored, password)) return stored
    return null
  }
  const file = path.join(where.dataDir, 'demo-password')
  const kept = keptIn(file)
  const published = await find(demoPassword)
  if (published !== null && isReachable(where)) {
    const password = kept ?? randomBytes(12).toString('base64url')
    writableFolder(where.dataDir)
    writeFileSync(file, `${password}\n`, { mode: 0o600 })
    await replace(db, { published, fresh: await hashPassword(password), now })
    return password
  }
  if (kept !== null && (await find(kept)) !== null) return kept
  return published === null ? null : demoPassword
}

async function replace(db: Db, { published, fresh, now }: { published: string; fresh: string; now: Date }) {
  await db.transaction().execute(async tx => {
    const changed = await tx
      .updateTable('account')
      .set({ password_hash: fresh, tokens_valid_from: now })
      .where('password_hash', '=', published)
      .returning('id')
      .execute()
    await tx
      .updateTable('account_session')
      .set({ ended_at: now })
      .where('ended_at', 'is', null)
      .where('account_id', 'in', [0, ...changed.map(({ id }) => id)])
      .execute()
  })
}

function keptIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch {
    return null
  }
}

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i

/** Whether anyone but the person at this machine can get to the product, directly or through a proxy. */
const isReachable = ({ host, baseUrl }: Where) =>
  !loopback.test(host) || (baseUrl !== undefined && !loopback.test(new URL(baseUrl).hostname))
