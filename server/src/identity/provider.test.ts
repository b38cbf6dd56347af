import Fastify from 'fastify'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as oidc from 'openid-client'
import { describe, expect, it } from 'vitest'
import { type Browser, openBrowser, type Visit } from '../../test/browser.ts'
import { openIdentityBed } from '../../test/identity.ts'
import { hashPassword, openIdentity } from './index.ts'
import { rotateSigningKeys } from './signing-keys.ts'

const bed = await openIdentityBed({ basePath: '/club' })
const callback = `${bed.root}/authentication/login-callback`
const password = 'take the register'
const { sub, accountId } = await bed.addAccount('coach@club.example', password)

const client = await oidc.discovery(new URL(`${bed.root}/connect`), 'Honbu.Web', undefined, oidc.None(), {
  execute: [oidc.allowInsecureRequests],
})

async function authorization(extra: Record<string, string> = {}) {
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: callback,
    scope: 'openid profile email api',
    resource: `${bed.root}/api`,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...extra,
  })
  return { url: url.href, tokens: (back: string) => exchange(back, verifier, state) }
}

const exchange = (back: string, pkceCodeVerifier: string, expectedState: string) =>
  oidc.authorizationCodeGrant(client, new URL(back), { pkceCodeVerifier, expectedState, idTokenExpected: true })

/** Follows redirects until a page, or the way back to the web client. */
async function follow(browser: Browser, visit: Visit): Promise<Visit> {
  if (!visit.location || visit.location.startsWith(`${bed.root}/authentication`)) return visit
  return follow(browser, await browser.go(visit.location))
}

async function signIn(
  browser: Browser,
  // No object of strings alone has a boolean in it.
  { remember = false, ...extra }: Record<string, string> & { remember?: boolean } = {} as never,
) {
  const { url, tokens } = await authorization(extra)
  const page = await follow(browser, await browser.go(url))
  const fields = { email: 'Coach@club.example', password, ...(remember && { remember: 'on' }) }
  const back = await follow(browser, await browser.submit(page, fields))
  return tokens(back.location ?? '')
}

describe('discovery', () => {
  it('is at the issuer, below the base path', () => {
    const metadata = client.serverMetadata()
    expect(metadata.issuer).toBe(`${bed.baseUrl}/club/connect`)
    expect(metadata.authorization_endpoint).toBe(`${bed.baseUrl}/club/connect/authorize`)
    expect(metadata.code_challenge_methods_supported).toEqual(['S256'])
  })
})

describe('signing in', () => {
  it('gives an access token for the API and a profile', async () => {
    const tokens = await signIn(openBrowser())
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: `${bed.root}/api`, scope: 'api', sub })
    expect(tokens.expires_in).toBe(600)
    expect(tokens.refresh_token).toBeUndefined()
    expect(tokens.claims()).toMatchObject({
      sub,
      name: 'Siân O’Brien',
      email: 'coach@club.example',
      role: [],
      user_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect(await bed.identity.verifyToken(tokens.access_token)).toEqual({
      sub,
      issuedAt: expect.any(Number),
      expiresAt: expect.any(Number),
      session: expect.any(String),
    })
  })

  it('gives the same profile at the userinfo endpoint', async () => {
    const tokens = await signIn(openBrowser())
    const profile = await oidc.fetchUserInfo(client, tokens.access_token, sub)
    expect(profile).toMatchObject({ sub, name: 'Siân O’Brien', email: 'coach@club.example' })
    const response = await fetch(`${bed.root}/connect/userinfo`, { headers: { authorization: 'Bearer nonsense' } })
    expect(response.status).toBe(401)
  })

  it('names the roles in the clubs where the account works', async () => {
    await bed.db.transaction().execute(async tx => {
      const club = { code: 'HQ', name: 'Head office', root_club_id: 0 }
      const { id: clubId } = await tx.insertInto('club').values(club).returning('id').executeTakeFirstOrThrow()
      const user = { club_id: clubId, account_id: accountId, user_since: '2020-01-01', is_admin: true }
      const { id } = await tx.insertInto('club_user').values(user).returning('id').executeTakeFirstOrThrow()
      await tx.insertInto('club_user_role').values({ club_user_id: id, role_id: 1003 }).execute()
    })
    expect((await signIn(openBrowser())).claims()?.role).toEqual(['Instructor', 'admin'])
  })

  it('is silent for a browser that has a session, and login_required for one that has not', async () => {
    const browser = openBrowser()
    const silent = { prompt: 'none' }
    const refused = await browser.go((await authorization(silent)).url)
    expect(refused.location).toContain('error=login_required')

    await signIn(browser)
    const { url, tokens } = await authorization(silent)
    const back = await browser.go(url)
    expect(back.location).toMatch(`${callback}?code=`)
    expect((await tokens(back.location ?? '')).claims()?.sub).toBe(sub)
  })

  it('marks the session in a cookie that scripts can read, which ends with it', async () => {
    const browser = openBrowser()
    await signIn(browser)
    const mark = browser.cookie('honbu.session')
    const { port } = new URL(bed.baseUrl)
    expect(mark).toMatchObject({ name: `honbu.session.${port}`, path: '/club', httpOnly: false, persistent: false })
    expect(browser.cookie('honbu.login')).toMatchObject({ httpOnly: true, persistent: false })
    await browser.go((await authorization({ prompt: 'none' })).url)
    expect(browser.cookie('honbu.session')?.value).toBe(mark?.value)

    const another = openBrowser()
    await signIn(another, { remember: true } as never)
    expect(another.cookie('honbu.session')).toMatchObject({ persistent: true })
    expect(another.cookie('honbu.login.')).toMatchObject({ persistent: true })
    expect(another.cookie('honbu.session')?.value).not.toBe(mark?.value)

    await bed.db.deleteFrom('oidc_payload').where('model', '=', 'Session').execute()
    await browser.go((await authorization({ prompt: 'none' })).url)
    expect(browser.cookie('honbu.session')).toBeUndefined()
  })
})

describe('an authorization request', () => {
  it.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['with plain PKCE', { code_challenge_method: 'plain' }],
    ['for another response type', { response_type: 'id_token', nonce: 'n'.repeat(20) }],
  ])('%s is refused', async (_what, extra) => {
    const { url } = await authorization(extra)
    const clean = new URL(url)
    for (const [name, value] of [...clean.searchParams]) if (value === '') clean.searchParams.delete(name)
    const visit = await openBrowser().go(clean.href)
    expect(`${visit.location} ${visit.body}`).toMatch(
      /error=(invalid_request|unsupported_response_type|unauthorized_client)/,
    )
  })

  it('to a foreign address never goes there', async () => {
    const { url } = await authorization({ redirect_uri: 'https://evil.example/authentication/login-callback' })
    const visit = await openBrowser().go(url)
    expect(visit.status).toBe(400)
    expect(visit.location).toBeUndefined()
    expect(visit.body).toContain('<h1>That did not work</h1>')
  })

  it('of one browser is not finished by another', async () => {
    const attacker = openBrowser()
    const { url } = await authorization()
    const { location = '' } = await attacker.go(url)
    const victim = openBrowser()
    const page = await victim.go(location)
    const done = await victim.submit(page, { email: 'coach@club.example', password })
    expect(done.location).toBe(`${bed.root}/dashboard`)
    const resumed = await attacker.go(
      `${bed.root}/connect/authorize/${new URL(location).searchParams.get('interaction')}`,
    )
    expect(resumed.location ?? '').not.toContain('code=')
  })
})

describe('a code', () => {
  async function codeFor() {
    const browser = openBrowser()
    const { url, tokens } = await authorization()
    const page = await follow(browser, await browser.go(url))
    const { location = '' } = await follow(
      browser,
      await browser.submit(page, { email: 'coach@club.example', password }),
    )
    return { location, tokens, state: new URL(url).searchParams.get('state') ?? '' }
  }

  it('is taken once', async () => {
    const { location, tokens } = await codeFor()
    await tokens(location)
    await expect(tokens(location)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('is for who has asked for it', async () => {
    const { location, state } = await codeFor()
    await expect(exchange(location, oidc.randomPKCECodeVerifier(), state)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('lasts a minute', async () => {
    const { location, tokens } = await codeFor()
    const rows = await bed.db
      .selectFrom('oidc_payload')
      .select('expires_at')
      .where('model', '=', 'AuthorizationCode')
      .where('id', '=', new URL(location).searchParams.get('code') ?? '')
      .execute()
    const [left = 0] = rows.map(({ expires_at }) => Number(expires_at) - Date.now())
    expect(left).toBeLessThanOrEqual(60_000)
    expect(left).toBeGreaterThan(0)
    await tokens(location)
  })
})

describe('refresh tokens', () => {
  const offline = { scope: 'openid offline_access api', prompt: 'consent' }

  it('rotate, and one used twice ends them all', async () => {
    const first = await signIn(openBrowser(), offline)
    const second = await oidc.refreshTokenGrant(client, first.refresh_token ?? '')
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await bed.identity.verifyToken(second.access_token)).toMatchObject({ sub })

    await expect(oidc.refreshTokenGrant(client, first.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(oidc.refreshTokenGrant(client, second.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('are used by one of two requests at once', async () => {
    const { refresh_token = '' } = await signIn(openBrowser(), offline)
    const both = await Promise.allSettled([1, 2].map(() => oidc.refreshTokenGrant(client, refresh_token)))
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
  })
})

describe('ending the session', () => {
  it('asks by a page that answers itself for our own client, and goes back to it', async () => {
    const browser = openBrowser()
    const { id_token = '' } = await signIn(browser)
    const back = `${bed.root}/authentication/logout-callback`
    const url = oidc.buildEndSessionUrl(client, {
      id_token_hint: id_token,
      post_logout_redirect_uri: back,
      state: 's1',
    })
    const page = await browser.go(url.href)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/)
    expect(page.body).toContain("getElementById('op.logoutForm').submit()")
    const done = await browser.submit(page, {})
    expect(done.location).toBe(`${back}?state=s1`)
    expect(browser.cookie('honbu.session')).toBeUndefined()
    expect((await browser.go((await authorization({ prompt: 'none' })).url)).location).toContain('login_required')
  })

  it('asks, and leaves the answer to the user, when nothing proves where it comes from', async () => {
    const browser = openBrowser()
    await signIn(browser)
    const page = await browser.go(`${bed.root}/connect/logout`)
    expect(page.body).toContain('<h1>Log out</h1>')
    expect(page.body).not.toContain('<script')
    const done = await follow(browser, await browser.submit(page, {}))
    expect(done.body).toContain('You successfully logged out!')
  })
})

describe('ending the session of nobody', () => {
  it('goes through by a page that sends itself', async () => {
    const browser = openBrowser()
    const page = await browser.go(`${bed.root}/connect/logout`)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/)
    expect((await follow(browser, await browser.submit(page, {}))).body).toContain('You successfully logged out!')
  })
})

describe('after a change of password', () => {
  it('a token from before is refused, and one from right after it is not', async () => {
    const browser = openBrowser()
    const before = await signIn(browser)
    const page = await browser.go(`${bed.root}/Identity/Account/Manage`)
    await browser.submit(page, { currentPassword: password, newPassword: 'another password' }, 2)
    const { url, tokens } = await authorization({ prompt: 'none' })
    const after = await tokens((await browser.go(url)).location ?? '')
    await expect(oidc.fetchUserInfo(client, before.access_token, sub)).rejects.toThrow()
    expect(await oidc.fetchUserInfo(client, after.access_token, sub)).toMatchObject({ sub })

    const hash = await hashPassword(password)
    await bed.db.updateTable('account').set({ password_hash: hash }).where('id', '=', accountId).execute()
  })
})

describe('signing keys', () => {
  it('change without a restart, and tokens of the old one stay good', async () => {
    const day = 86_400_000
    const old = await signIn(openBrowser())
    await rotateSigningKeys(bed.db, bed.parts.box, new Date(Date.now() + 88 * day))
    bed.clock.ahead = 89 * day
    const published: unknown = await (await fetch(`${bed.root}/connect/jwks`)).json()
    expect(published).toMatchObject({ keys: [{}, {}] })
    expect(JSON.stringify(published)).not.toContain('"d"')

    bed.clock.ahead = 91 * day
    const fresh = await signIn(openBrowser())
    const [oldKey, freshKey] = [old, fresh].map(tokens => decodeProtectedHeader(tokens.access_token).kid)
    expect(freshKey).not.toBe(oldKey)
    for (const { access_token } of [old, fresh])
      expect(await bed.identity.verifyToken(access_token)).toMatchObject({ sub })
    bed.clock.ahead = 0
  })
})

describe.each([
  ['/club', '__Secure-'],
  ['', '__Host-'],
])('behind https at %j', (basePath, prefix) => {
  it('sets secure cookies of this host alone although this process speaks plain http', async () => {
    const config = { ...bed.config, baseUrl: 'https://club.example', basePath }
    const app = Fastify()
    const { register } = await openIdentity({ ...bed.parts, config })
    await app.register(register, { prefix: basePath })
    const start = await app.inject({
      url: `${basePath}/connect/authorize`,
      query: {
        client_id: 'Honbu.Web',
        response_type: 'code',
        scope: 'openid',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      },
    })
    expect(start.statusCode).toBe(303)
    const first = [start.headers['set-cookie'] ?? []].flat()
    expect(first.length).toBeGreaterThan(0)
    for (const cookie of first) expect(cookie).toMatch(/^__(Host|Secure)-honbu.*; secure/)

    const { headers } = await app.inject({
      method: 'POST',
      url: `${basePath}/Identity/Account/Login`,
      headers: { origin: 'https://club.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email: 'coach@club.example', password }).toString(),
    })
    expect(headers.location).toBe(`https://club.example${basePath}/dashboard`)
    const cookies = [headers['set-cookie'] ?? []].flat()
    expect(cookies.map(cookie => cookie.split('=')[0])).toEqual(
      expect.arrayContaining(['login', 'session', 'device'].map(name => `${prefix}honbu.${name}`)),
    )
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; secure/)
      expect(cookie.startsWith(prefix)).toBe(true)
      expect(cookie).toContain(`path=${basePath || '/'};`)
    }
    await app.close()
  })
})

describe('_configuration', () => {
  it('gives the web client its settings', async () => {
    const response = await fetch(`${bed.root}/_configuration/Honbu.Web`)
    expect(await response.json()).toEqual({
      authority: `${bed.root}/connect`,
      client_id: 'Honbu.Web',
      redirect_uri: callback,
      post_logout_redirect_uri: `${bed.root}/authentication/logout-callback`,
      response_type: 'code',
      scope: 'openid profile email api',
      resource: `${bed.root}/api`,
      session_cookie: `honbu.session.${new URL(bed.baseUrl).port}`,
    })
  })

  it.each(['honbu.web', 'constructor', 'x'])('does not know %s', async name => {
    expect((await fetch(`${bed.root}/_configuration/${name}`)).status).toBe(404)
  })
})

it('has logged no failure', () => expect(bed.logged).toEqual([]))

describe('a database that can only be read for a while', () => {
  it('is said to whoever signs in, with when to try again, and he is let in when it is over', async () => {
    // Opened before, it goes on writing.
    const before = await bed.pool.connect()
    const { rows } = await before.query<{ name: string }>('select quote_ident(current_database()) as name')
    const readOnly = (value: 'on' | 'off') =>
      before.query(`alter database ${rows[0]?.name} set default_transaction_read_only = ${value}`)
    const ask = async () => fetch((await authorization()).url, { redirect: 'manual', headers: { accept: 'text/html' } })
    try {
      await readOnly('on')
      await before.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      await expect.poll(async () => (await ask()).status).toBe(503)
      const answer = await ask()
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await answer.text()).toContain('We cannot reach our database just now.')
    } finally {
      await readOnly('off')
      before.release(true)
    }
    // Connections that were opened meanwhile can still only read: each is given up when that has shown.
    await expect.poll(async () => (await ask()).status).toBe(303)
    expect(bed.logged).toContainEqual(expect.objectContaining({ trouble: 'database_gone' }))
    expect(bed.logged).not.toContainEqual(expect.objectContaining({ message: 'the identity provider failed' }))
  })
})
