import { createHmac } from 'node:crypto'
import type { Db } from '../platform/database.ts'
import { sharedSecret } from '../platform/shared-secret.ts'
import { chatHash } from '../platform/support-chat.ts'

export interface Secrets {
  /** Keys that sign the provider's cookies. */
  readonly cookieKeys: string[]
  /** A keyed hash of an address: found again, never read. */
  blind(subject: string): Buffer
  /** The keyed hash of a challenge for a passkey. */
  challengeMac(purpose: string, body: Buffer): Buffer
  /** Proves to the support chat that it is this user (HMAC-SHA256, hex). */
  userHash(sub: string): string
}

/**
 * Reads the secrets that all processes share, and makes those that are not there yet.
 * @param chatSecret that of the support chat, where there is one
 */
export async function readSecrets(db: Db, chatSecret?: string): Promise<Secrets> {
  const cookies = await sharedSecret(db, 'cookies')
  const attempts = await sharedSecret(db, 'attempts')
  const challenges = await sharedSecret(db, 'challenges')
  const supportChat = chatSecret ?? (await sharedSecret(db, 'support-chat'))
  return {
    cookieKeys: [cookies],
    blind: subject => createHmac('sha256', attempts).update(subject).digest(),
    challengeMac: (purpose, body) => createHmac('sha256', challenges).update(`${purpose}\n`).update(body).digest(),
    userHash: sub => chatHash(supportChat, sub),
  }
}
