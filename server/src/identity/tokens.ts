import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import type { VerifyToken } from '../platform/authenticate.ts'
import type { Db } from '../platform/database.ts'
import type { Settings } from './settings.ts'
import { readPublicKeys } from './signing-keys.ts'

export type { VerifyToken }

/** A key that nobody knows is looked for in the database at most this often: anyone can make up a token. */
const pauseBetweenReads = 5_000

/** Verifies access tokens of the embedded provider: signature, issuer, audience, kind, times. */
export function embeddedVerifier(db: Db, settings: Settings, now: () => Date): VerifyToken {
  let keySet: ReturnType<typeof createLocalJWKSet> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function readKeys() {
    readAt = now().getTime()
    keySet = createLocalJWKSet({ keys: await readPublicKeys(db) })
    return keySet
  }

  async function verify(token: string, keys: NonNullable<typeof keySet>) {
    const { payload } = await jwtVerify(token, keys, {
      issuer: settings.issuer,
      audience: settings.api,
      typ: 'at+jwt',
      algorithms: ['ES256'],
      requiredClaims: ['sub', 'iat', 'exp', 'sid'],
    })
    // jwtVerify has seen that these are there.
    const { sub, iat, exp, sid } = payload as { sub: string; iat: number; exp: number; sid: string }
    return { sub, issuedAt: iat, expiresAt: exp, session: sid }
  }

  return async token => {
    try {
      return await verify(token, keySet ?? (await readKeys()))
    } catch (error) {
      const unknownKey = error instanceof errors.JWKSNoMatchingKey
      if (unknownKey && now().getTime() - readAt >= pauseBetweenReads) {
        return verify(token, await readKeys()).catch(refuse)
      }
      return refuse(error)
    }
  }
}

/** A token that is wrong in any way is no token; anything else (the database is away) is an error. */
export function refuse(error: unknown): null {
  if (error instanceof errors.JOSEError) return null
  throw error
}
