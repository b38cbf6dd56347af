import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenClaims } from '../platform/authenticate.ts'
import type { Db } from '../platform/database.ts'
import { accountBySub, claimsOf } from './accounts.ts'
import type { Secrets } from './secrets.ts'
import type { VerifyToken } from './tokens.ts'

export type Userinfo = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

/**
 * The claims for an access token of the API. The provider's own userinfo endpoint answers only tokens without an
 * audience, and ours all have one; undefined (not one of ours) leaves the request to it.
 */
export function userinfoFor(db: Db, secrets: Secrets, verifyToken: VerifyToken): Userinfo {
  return async (request, reply) => {
    const [scheme, token] = request.headers.authorization?.split(' ') ?? []
    if (scheme?.toLowerCase() !== 'bearer' || !token) return undefined
    const verified = await verifyToken(token)
    const account = verified && (await accountBySub(db, verified.sub))
    if (!verified || !account || (await isRevoked(db, account.id, verified))) return undefined
    return reply.header('cache-control', 'no-store').send(await claimsOf(db, secrets, account))
  }
}

async function isRevoked(db: Db, accountId: number, { issuedAt, session = '' }: TokenClaims): Promise<boolean> {
  const { tokens_valid_from } = await db
    .selectFrom('account')
    .select('tokens_valid_from')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (issuedAt * 1000 < tokens_valid_from.getTime()) return true
  const open = await db
    .selectFrom('account_session')
    .select('id')
    .where('uid', '=', session)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return open === undefined
}
