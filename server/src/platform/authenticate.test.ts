import { expect, it } from 'vitest'
import { authenticator, type TokenClaims } from './authenticate.ts'

// Handed on, and not looked into.
const user = { accountId: 1 } as never
const userByPassword = { accountId: 1, isByPassword: true } as never
const sessions = new Map([
  ['code', { isTwoFactor: true, provedAt: new Date(1_000) }],
  ['password', { isTwoFactor: false, provedAt: new Date(2_000) }],
])

/** Who is let in by a token that says this. */
async function letIn(said: Partial<TokenClaims>, filesNeedProof = false) {
  const authenticate = authenticator(
    async () => ({ sub: 'one', issuedAt: 2, expiresAt: 4, ...said }),
    { of: async () => ({ tokensValidFrom: 1, filesNeedProof, sessions, user, userByPassword }) },
    () => new Date(3_000),
  )
  // All that is read of a request.
  return await authenticate({ headers: { authorization: 'Bearer token' } } as never)
}

it.each<[string, Partial<TokenClaims>, typeof user | null]>([
  ['a session with two factors', { session: 'code' }, user],
  ['a session by password', { session: 'password' }, userByPassword],
  ['a session by password, whatever else it says', { session: 'password', isTwoFactor: true }, userByPassword],
  ['a session that has ended', { session: 'gone', isTwoFactor: true }, null],
  ['another provider that has seen two factors', { isTwoFactor: true }, user],
  ['another provider that has not', { isTwoFactor: false }, userByPassword],
  ['another provider that does not say', {}, userByPassword],
  ['before all tokens were ended', { issuedAt: 0 }, null],
])('a token of %s', async (_whose, said, who) => {
  expect(await letIn(said)).toBe(who)
})

it.each<[string, Partial<TokenClaims>, number]>([
  ['a session, when it was last proved', { session: 'code' }, 1_000],
  ['another provider, when it says that they logged in', { authenticatedAt: 2 }, 2_000],
  ['another provider that does not say', {}, 0],
])('knows, where a club asks for a proof before files leave, of %s', async (_name, said, at) => {
  expect(await letIn(said, true)).toMatchObject({ provedAt: new Date(at) })
})
