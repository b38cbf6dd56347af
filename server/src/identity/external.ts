import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { VerifyToken } from '../platform/authenticate.ts'
import type { Db } from '../platform/database.ts'
import { accountByEmail, createAccount } from './accounts.ts'
import { brokenUnique } from './pages/parts.ts'
import { refuse } from './tokens.ts'

export interface ExternalProvider {
  readonly authority: string
  readonly audience: string
  /** What its tokens say, in `amr` (RFC 8176) or `acr`, of who has signed in with two factors. */
  readonly twoFactor: readonly string[]
}

const metadata = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.url().optional() })

const profile = z.object({
  email: z.email().max(254),
  // Providers send it as a text too.
  email_verified: z.union([z.literal(true), z.literal('true')]),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
})

const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/**
 * Verifies access tokens of another provider by its discovery document (OpenID Connect Discovery 1.0) and its keys.
 * Whose they are is remembered in `account_external`; someone seen for the first time is the account with his e-mail
 * address, which the provider must have verified, or gets a new one.
 */
export function externalVerifier(db: Db, { authority, audience, twoFactor }: ExternalProvider): VerifyToken {
  let found: ReturnType<typeof discover> | undefined

  async function discovered() {
    found ??= discover(authority)
    try {
      return await found
    } catch (error) {
      // The provider may be away for a while; the next token asks again.
      found = undefined
      throw error
    }
  }

  return async token => {
    try {
      const provider = await discovered()
      const { payload } = await jwtVerify(token, provider.keys, {
        issuer: provider.issuer,
        audience,
        algorithms,
        requiredClaims: ['sub', 'iat', 'exp'],
      })
      const sub = await accountOf(db, provider, payload, token)
      if (!sub) return null
      // Whatever form they have: only a text is one that counts.
      const shown = [payload.amr, payload.acr].flat()
      const isTwoFactor = twoFactor.some(value => shown.includes(value))
      // jwtVerify has seen that these are there.
      const times = { issuedAt: payload.iat as number, expiresAt: payload.exp as number }
      const { auth_time: authenticatedAt } = payload
      return { sub, ...times, isTwoFactor, ...(typeof authenticatedAt === 'number' && { authenticatedAt }) }
    } catch (error) {
      return refuse(error)
    }
  }
}

async function discover(authority: string) {
  const { issuer, jwks_uri, userinfo_endpoint } = metadata.parse(
    await readJson(`${authority}/.well-known/openid-configuration`, {}),
  )
  return { issuer, userinfo: userinfo_endpoint, keys: createRemoteJWKSet(new URL(jwks_uri)) }
}

type Discovered = Awaited<ReturnType<typeof discover>>

async function accountOf(
  db: Db,
  provider: Discovered,
  payload: JWTPayload,
  token: string,
): Promise<string | undefined> {
  // jwtVerify has seen that there is a sub.
  const known = { issuer: provider.issuer, subject: payload.sub as string }
  const row = await db
    .selectFrom('account_external')
    .innerJoin('account', 'account.id', 'account_external.account_id')
    .select('account.sub')
    .where('issuer', '=', known.issuer)
    .where('subject', '=', known.subject)
    .executeTakeFirst()
  return row?.sub ?? firstSight(db, known, await profileOf(provider, payload, token))
}

/** From the token where it says enough, else from the userinfo endpoint, which has to speak of the same subject. */
async function profileOf({ userinfo }: Discovered, payload: JWTPayload, token: string) {
  const said = profile.safeParse(payload)
  if (said.success || !userinfo) return said.data
  const answer = await readJson(userinfo, { authorization: `Bearer ${token}` }).catch(() => ({}))
  const parsed = profile.extend({ sub: z.literal(payload.sub) }).safeParse(answer)
  return parsed.data
}

async function firstSight(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
  who: z.infer<typeof profile> | undefined,
): Promise<string | undefined> {
  if (!who) return undefined
  try {
    return await db.transaction().execute(async tx => {
      const account = (await accountByEmail(tx, who.email)) ?? (await create())
      await tx.insertInto('account_external').values({ issuer, subject, account_id: account.id }).execute()
      return account.sub

      async function create() {
        const [first = '', ...rest] = (who?.name ?? '').trim().split(/\s+/)
        const firstName = who?.given_name || first || 'New user'
        const names = { firstName, lastName: who?.family_name ?? rest.join(' ') }
        const { accountId, sub } = await createAccount(tx, { ...names, email: who?.email ?? '', confirmed: true })
        return { id: accountId, sub }
      }
    })
  } catch (error) {
    // Two first requests at once: the other one has done it.
    if (!brokenUnique(error)) throw error
    const row = await db
      .selectFrom('account_external')
      .innerJoin('account', 'account.id', 'account_external.account_id')
      .select('account.sub')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
    return row?.sub
  }
}

async function readJson(address: string, headers: Record<string, string>): Promise<unknown> {
  const response = await fetch(address, {
    headers: { accept: 'application/json', ...headers },
    signal: AbortSignal.timeout(10_000),
    // The token goes to the address of the settings and to no other.
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`${new URL(address).host} answered ${response.status}`)
  return response.json()
}
