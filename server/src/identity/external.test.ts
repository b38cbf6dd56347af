import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { openIdentityBed } from '../../test/identity.ts'
import { externalVerifier } from './external.ts'
import { keepSession } from './sessions.ts'
import { readSigningKeys } from './signing-keys.ts'

/** The other provider is an embedded one that plays Keycloak: real discovery, keys and userinfo over HTTP. */
const other = await openIdentityBed()
const authority = `${other.root}/connect`
const audience = `${other.root}/api`
const bed = await openIdentityBed({
  oidc: { authority, audience, clientId: 'honbu', scope: 'openid email', twoFactor: ['mfa', 'gold'] },
})

async function token(sub: string, claims: Record<string, unknown> = {}, to = audience) {
  const [key] = await readSigningKeys(other.db, other.parts.box, new Date())
  if (!key) throw new Error('There is no key.')
  return new SignJWT({ sub, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid })
    .setIssuer(authority)
    .setAudience(to)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(await importJWK(key.privateJwk, 'ES256'))
}

const { verifyToken } = bed.identity
const verified = (email: string, more: object = {}) => ({ email, email_verified: true, ...more })

describe('a token of another provider', () => {
  it('is that of the account with the e-mail address it has verified, and stays so', async () => {
    const { sub, accountId } = await bed.addAccount('coach@club.example', 'take the register')
    expect(await verifyToken(await token('kc-1', verified('Coach@club.example')))).toMatchObject({ sub })
    await bed.db.updateTable('account').set({ email: 'moved@club.example' }).where('id', '=', accountId).execute()
    expect(await verifyToken(await token('kc-1'))).toMatchObject({ sub })
  })

  it('gets a new account for an address that has none', async () => {
    const all = await Promise.all(
      [1, 2, 3].map(() => token('kc-2', verified('new@club.example', { name: 'Ada B. King' }))),
    )
    const subs = await Promise.all(all.map(async jwt => (await verifyToken(jwt))?.sub))
    expect(new Set(subs).size).toBe(1)
    const person = await bed.db.selectFrom('person').selectAll().where('email', '=', 'new@club.example').execute()
    expect(person).toMatchObject([{ first_name: 'Ada', last_name: 'B. King' }])
  })

  it('that says no address is asked about at the userinfo endpoint', async () => {
    const there = await other.addAccount('there@club.example', 'take the register')
    const here = await bed.addAccount('there@club.example', 'take the register')
    const begun = { uid: 'there', sub: there.sub, method: 'password', userAgent: '', address: '', isNew: true } as const
    await keepSession(other.db, begun, new Date())
    expect(await verifyToken(await token(there.sub, { sid: 'there' }))).toMatchObject({ sub: here.sub })
  })

  it.each([
    ['an address it has not verified', { email: 'coach@club.example', email_verified: false }],
    ['an address it says nothing more about', { email: 'coach@club.example' }],
    ['no address at all', {}],
  ])('with %s is refused', async (_what, claims) => {
    expect(await verifyToken(await token('kc-3', claims))).toBeNull()
  })

  it.each([
    [{}, false],
    [{ amr: ['pwd'], acr: '1' }, false],
    [{ amr: ['pwd', 'mfa'] }, true],
    [{ amr: 'mfa' }, true],
    [{ acr: 'gold' }, true],
    [{ amr: { mfa: true }, acr: 2 }, false],
  ])('that says %j of how somebody signed in: two factors %s', async (claims, isTwoFactor) => {
    await verifyToken(await token('kc-4', verified('admin@club.example')))
    expect(await verifyToken(await token('kc-4', claims))).toMatchObject({ isTwoFactor })
  })

  it('for another audience is refused', async () => {
    expect(await verifyToken(await token('kc-1', {}, 'account'))).toBeNull()
  })

  it('is an error, not a refusal, while the provider is away', async () => {
    const away = externalVerifier(bed.db, { authority: 'http://localhost:1', audience, twoFactor: [] })
    await expect(away(await token('kc-1'))).rejects.toThrow()
  })

  it('is refused where the address of the settings points elsewhere', async () => {
    const asked: (string | undefined)[] = []
    const server = createServer(({ url }, response) => {
      asked.push(url)
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const moved = externalVerifier(bed.db, { authority: address, audience, twoFactor: [] })
    await expect(moved(await token('kc-1'))).rejects.toThrow()
    expect(asked).toEqual(['/.well-known/openid-configuration'])
    server.close()
  })
})

describe('with another provider', () => {
  it('the web client is told so', async () => {
    const response = await fetch(`${bed.root}/_configuration/Honbu.Web`)
    expect(await response.json()).toEqual({
      authority,
      client_id: 'honbu',
      redirect_uri: `${bed.root}/authentication/login-callback`,
      post_logout_redirect_uri: `${bed.root}/authentication/logout-callback`,
      response_type: 'code',
      scope: 'openid email',
    })
  })

  it('the account pages say where the account is, and ours is gone', async () => {
    const browser = openBrowser()
    expect((await browser.go(`${bed.root}/Identity/Account/Manage`)).body).toContain(new URL(authority).host)
    expect((await browser.go(`${bed.root}/Identity/Account/Login?returnUrl=//evil.example`)).location).toBe(
      `${bed.root}/dashboard`,
    )
    expect((await browser.go(`${bed.root}/connect/.well-known/openid-configuration`)).status).toBe(404)
  })
})
