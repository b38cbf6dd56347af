import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '../platform/database.ts'

export interface Secrets {
  /** Keys that sign the provider's cookies. */
  readonly cookieKeys: string[]
  /** A keyed hash of an address: found again, never read. */
  blind(subject: string): Buffer
  /** Proves to the support chat that it is this user (HMAC-SHA256, hex). */
  userHash(sub: string): string
}

/** Reads the secrets that all processes share, and makes those that are not there yet. */
export async function readSecrets(db: Db): Promise<Secrets> {
  const cookies = await secret(db, 'cookies')
  const attempts = await secret(db, 'attempts')
  const supportChat = await secret(db, 'support-chat')
  return {
    cookieKeys: [cookies],
    blind: subject => createHmac('sha256', attempts).update(subject).digest(),
    userHash: sub => createHmac('sha256', supportChat).update(sub).digest('hex'),
  }
}

async function secret(db: Db, name: string): Promise<string> {
  // Whoever comes first decides; the others read what is there.
  const value = randomBytes(32).toString('base64url')
  await db
    .insertInto('secret')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
