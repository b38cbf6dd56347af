import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/** As long as the login page may stand open before somebody picks a passkey on it. */
const lifetime = 3_600_000
const bodyBytes = 8 + 16
const macBytes = 32

/**
 * What a passkey is to sign: the time, something random, and a keyed hash that says what it is for. So nothing is stored
 * for those who only look at the login page; what has been signed is remembered until it is too old (`used_challenge`).
 * @param purpose such as `sign-in` or `add:<sub>`
 */
export function newChallenge(secrets: Secrets, purpose: string, now: Date): Uint8Array<ArrayBuffer> {
  const body = Buffer.alloc(bodyBytes)
  body.writeBigUInt64BE(BigInt(now.getTime()))
  randomBytes(16).copy(body, 8)
  return Uint8Array.from(Buffer.concat([body, secrets.challengeMac(purpose, body)]))
}

/** Whether it was made here, for this purpose, and lately. @param challenge in base64url */
export function isChallenge(secrets: Secrets, purpose: string, challenge: string, now: Date): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== bodyBytes + macBytes) return false
  const body = bytes.subarray(0, bodyBytes)
  if (!timingSafeEqual(bytes.subarray(bodyBytes), secrets.challengeMac(purpose, body))) return false
  const age = now.getTime() - Number(body.readBigUInt64BE())
  return age >= 0 && age < lifetime
}

/** When a challenge of now can be forgotten. */
export const challengeEnd = (now: Date) => new Date(now.getTime() + lifetime)
