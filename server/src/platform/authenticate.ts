import type { FastifyRequest } from 'fastify'
import type { Authenticate } from './access.ts'
import type { RightsReader } from './rights.ts'

/** What a verified access token says: whose it is, and from when to when (seconds since 1970). */
export interface TokenClaims {
  readonly sub: string
  readonly issuedAt: number
  readonly expiresAt: number
  /** The session it was granted in, where the embedded provider has granted it: it ends with that. */
  readonly session?: string
  /** When someone last logged in, where the provider says so (seconds since 1970). */
  readonly authenticatedAt?: number
  /** Whether another provider says that two things have been shown to it; of its own sessions the embedded one knows more. */
  readonly isTwoFactor?: boolean
}

/** Null for a token that is wrong in any way. */
export type VerifyToken = (token: string) => Promise<TokenClaims | null>

/**
 * Finds the user of a bearer token. Checking a signature costs more than the whole rest of a small read, so a token
 * once verified is remembered by its text until it expires; rights are looked up each time. `active` is told of
 * everyone who is let in, and not waited for.
 */
export function authenticator(
  verifyToken: VerifyToken,
  rights: Pick<RightsReader, 'of'>,
  now: () => Date,
  active: (accountId: number, session?: string) => Promise<void> = async () => {},
): Authenticate {
  const verified = new Map<string, TokenClaims>()

  async function claimsOf(token: string): Promise<TokenClaims | null> {
    const seconds = now().getTime() / 1000
    const known = verified.get(token)
    if (known) {
      if (known.expiresAt > seconds) return known
      verified.delete(token)
    }
    const claims = await verifyToken(token)
    if (claims) remember(token, claims)
    return claims
  }

  function remember(token: string, claims: TokenClaims) {
    // A Map keeps the order of insertion, so the first key is the oldest.
    const [oldest] = verified.keys()
    if (oldest && verified.size >= 10_000) verified.delete(oldest)
    verified.set(token, claims)
  }

  return async request => {
    const token = bearer(request)
    const claims = token ? await claimsOf(token) : null
    if (!claims) return null
    const { session } = claims
    const found = await rights.of(claims.sub, session)
    if (!found || claims.issuedAt < found.tokensValidFrom) return null
    const open = session === undefined ? undefined : found.sessions.get(session)
    if (session !== undefined && !open) return null
    void active(found.user.accountId, session)
    const user = (open ?? claims).isTwoFactor ? found.user : found.userByPassword
    if (!found.filesNeedProof) return user
    return { ...user, provedAt: open?.provedAt ?? new Date((claims.authenticatedAt ?? 0) * 1000) }
  }
}

function bearer(request: FastifyRequest): string | undefined {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}
