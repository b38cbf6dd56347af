import type { SecretBox } from '../platform/secret-box.ts'
import { chatHash } from '../platform/support-chat.ts'

export interface Secrets {
  /** Keys that sign the provider's cookies. */
  readonly cookieKeys: string[]
  /** The keyed hash of a challenge for a passkey. */
  challengeMac(purpose: string, body: Buffer): Buffer
  /** Proves to the support chat that it is this user (HMAC-SHA256, hex). */
  userHash(sub: string): string
}

/**
 * The secrets of identity, each derived from the key of the installation: a copy of the database has none of them.
 * @param chatSecret that of the support chat, where there is one
 */
export function secretsOf(box: Pick<SecretBox, 'sign' | 'signatures'>, chatSecret?: string): Secrets {
  const derived = (name: string) => box.sign(name, 'identity').toString('base64url')
  const supportChat = chatSecret ?? derived('support-chat')
  return {
    cookieKeys: box.signatures('cookies', 'identity').map(key => key.toString('base64url')),
    challengeMac: (purpose, body) => box.sign(`${purpose}\n${body.toString('base64url')}`, 'passkey challenge'),
    userHash: sub => chatHash(supportChat, sub),
  }
}
