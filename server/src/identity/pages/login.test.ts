import { performance } from 'node:perf_hooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../../../test/browser.ts'
import { openIdentityBed, received } from '../../../test/identity.ts'

const bed = await openIdentityBed()
const password = 'take the register'
const { sub } = await bed.addAccount('coach@club.example', password)
const login = `${bed.root}/Identity/Account/Login`
const notRight = 'The e-mail address or the password is not right.'

const attempt = async (email: string, tried: string, browser = openBrowser()) =>
  browser.submit(await browser.go(login), { email, password: tried })

describe('the login page', () => {
  it('is a plain form with the labels people look for', async () => {
    const { status, headers, body } = await openBrowser().go(`${bed.root}/Identity/Account/Login/`)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(body).toContain('<label for="email">Email</label>')
    expect(body).toContain('<label for="password">Password</label>')
    expect(body).toContain('<button type="submit">Log in</button>')
    // Its own script, for passkeys; all else works without.
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    for (const [, source] of body.matchAll(/<script[^>]*src="([^"]*)"/g))
      expect((await openBrowser().go(bed.baseUrl + source)).headers.get('content-type')).toContain('javascript')
    const styles = await openBrowser().go(`${bed.root}/Identity/assets/identity.css`)
    expect(styles.headers.get('content-type')).toContain('text/css')
    expect((await openBrowser().go(`${bed.root}/Identity/assets/ibm-plex-sans-latin-400-normal.woff2`)).status).toBe(
      200,
    )
    expect((await openBrowser().go(`${bed.root}/Identity/assets/package.json`)).status).toBe(404)
  })

  it('opened by itself signs in and goes to the return url, or the dashboard', async () => {
    const browser = openBrowser()
    expect((await attempt('coach@club.example', password, browser)).location).toBe(`${bed.root}/dashboard`)
    expect((await browser.go(login)).location).toBe(`${bed.root}/dashboard`)
    expect((await browser.go(`${login}?returnUrl=/member/search`)).location).toBe(`${bed.root}/member/search`)

    const other = openBrowser()
    const page = await other.go(`${login}?returnUrl=${encodeURIComponent('/help?x="><b>')}`)
    expect(page.body).not.toContain('<b>')
    const done = await other.submit(page, { email: 'coach@club.example', password })
    expect(done.location).toBe(`${bed.root}/help?x=%22%3E%3Cb%3E`)
  })

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'does not go to %s',
    async address => {
      const browser = openBrowser()
      const page = await browser.go(`${login}?returnUrl=${encodeURIComponent(address)}`)
      const done = await browser.submit(page, { email: 'coach@club.example', password })
      expect(done.location).toBe(`${bed.root}/dashboard`)
      expect((await browser.go(page.url)).location).toBe(`${bed.root}/dashboard`)
    },
  )

  it('lets no disabled account in, and says so to who knows its password', async () => {
    const { accountId } = await bed.addAccount('disabled@club.example', password)
    const at = new Date(0)
    await bed.db.updateTable('account').set({ disabled_at: at }).where('id', '=', accountId).execute()
    expect((await attempt('disabled@club.example', 'another one')).body).toContain(notRight)
    const browser = openBrowser()
    const { location } = await attempt('disabled@club.example', password, browser)
    const refused = await browser.go(location ?? '')
    expect([refused.status, refused.body]).toEqual([403, expect.stringContaining('This account is disabled.')])
    expect(browser.cookie('honbu.login')).toBeUndefined()
  })

  it('gives each sign-in a session of its own, also in a browser that had one', async () => {
    const browser = openBrowser()
    await attempt('coach@club.example', password, browser)
    const [first, mark] = [browser.cookie('honbu.login')?.value, browser.cookie('honbu.session')?.value]
    await bed.addAccount('other@club.example', password)
    const signIn = new URLSearchParams({ email: 'other@club.example', password })
    await browser.go(login, { method: 'POST', headers: { origin: bed.baseUrl }, body: signIn })
    expect(browser.cookie('honbu.login')?.value).not.toBe(first)
    expect(browser.cookie('honbu.session')?.value).not.toBe(mark)
    const ids = await bed.db.selectFrom('oidc_payload').select('id').where('model', '=', 'Session').execute()
    expect(ids.map(row => row.id)).not.toContain(first)
  })
})

describe('a form', () => {
  const fields = new URLSearchParams({ email: 'coach@club.example', password })
  const send = (headers: Record<string, string>) => openBrowser().go(login, { method: 'POST', headers, body: fields })

  it.each([
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from a neighbouring site', { 'sec-fetch-site': 'same-site', origin: bed.baseUrl }],
    ['from another site over plain http', { origin: 'http://evil.example' }],
    ['from a page without an origin', { origin: 'null' }],
    ['from nowhere', {}],
  ])('%s is refused', async (_where, headers) => {
    const { status, body } = await send({ ...headers })
    expect(status).toBe(403)
    expect(body).toContain('This form was not sent from one of our pages.')
  })

  it('from us is taken, with either header', async () => {
    expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBe(303)
    expect((await send({ origin: bed.baseUrl })).status).toBe(303)
  })

  it('that is no form, or too large, is refused with a page', async () => {
    const headers = { origin: bed.baseUrl, 'content-type': 'application/json' }
    const json = await openBrowser().go(login, { method: 'POST', headers, body: '{' })
    expect(json.status).toBe(400)
    expect(json.body).toContain('<h1>That did not work</h1>')
    const large = new URLSearchParams({ email: 'x'.repeat(100_000) })
    const answer = await openBrowser().go(login, { method: 'POST', headers: { origin: bed.baseUrl }, body: large })
    expect(answer.status).toBe(413)
  })

  it('with a field twice or a NUL in it is a wrong one', async () => {
    const twice = 'email=coach%40club.example&email=x&password=a%00b'
    const headers = { origin: bed.baseUrl, 'content-type': 'application/x-www-form-urlencoded' }
    expect((await openBrowser().go(login, { method: 'POST', headers, body: twice })).status).toBe(400)
  })
})

describe('a wrong password and a wrong address', () => {
  it('answer alike', async () => {
    const [known, unknown] = [
      await attempt('coach@club.example', 'wrong'),
      await attempt('nobody@club.example', 'wrong'),
    ]
    expect([known.status, unknown.status]).toEqual([400, 400])
    expect(known.body).toContain(notRight)
    // What a passkey would have to sign is another each time.
    const plain = ({ body }: { body: string }) => body.replace(/data-options="[^"]*"/, '')
    expect(plain(unknown).replaceAll('nobody', 'coach')).toBe(plain(known))
  })

  it('are both written down, with the address and the browser', async () => {
    const headers = {
      'x-forwarded-for': '192.0.2.77',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    }
    for (const email of ['coach@club.example', 'nobody.here@club.example'])
      await attempt(email, 'wrong', openBrowser(headers))
    const rows = await bed.db
      .selectFrom('audit')
      .innerJoin('account', join => join.onTrue().on('account.sub', '=', sub))
      .select(['action', 'account_id', 'account.id', 'after'])
      .orderBy('audit.id', 'desc')
      .limit(2)
      .execute()
    const after = { address: '192.0.2.77', browser: 'Firefox on Linux' }
    expect(rows).toEqual([
      { id: rows[0]?.id, action: 'signInRefused', account_id: null, after },
      { id: rows[0]?.id, action: 'signInRefused', account_id: rows[0]?.id, after },
    ])
  })

  it('take the same time', async () => {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let n = 0; n < 6; n++) {
      for (const kind of ['known', 'unknown'] as const) {
        await bed.db.deleteFrom('attempt').execute()
        const began = performance.now()
        await attempt(kind === 'known' ? 'coach@club.example' : `nobody${n}@club.example`, 'wrong')
        times[kind].push(performance.now() - began)
      }
    }
    const fastest = { known: Math.min(...times.known), unknown: Math.min(...times.unknown) }
    // Without the work for a hash that is not there, an unknown one would take a tenth.
    expect(fastest.unknown / fastest.known).toBeGreaterThan(0.35)
    expect(fastest.unknown / fastest.known).toBeLessThan(3)
  })

  it.each(['coach@club.example', 'stranger@club.example'])('slow %s down and lock, alike', async email => {
    await bed.db.deleteFrom('attempt').execute()
    bed.clock.stoppedAt = Date.now()
    onTestFinished(() => {
      bed.clock.stoppedAt = null
    })
    for (let n = 0; n < 6; n++) expect((await attempt(email, 'wrong')).status).toBe(400)
    const locked = await attempt(email, password)
    expect(locked.status).toBe(429)
    expect(locked.headers.get('retry-after')).toBe('1')
    expect(locked.body).toContain('There have been too many attempts. Please wait 1 second and try again.')
    bed.clock.ahead += 2000
    const status = email.startsWith('coach') ? 303 : 400
    expect((await attempt(email, password)).status).toBe(status)
  })

  // A hundred passwords are hashed: on a machine that is ten times slower that takes longer than tests usually may.
  const patience = { timeout: 120_000 }
  it(
    'from elsewhere keep no owner out of a browser they have used, nor from the email for a new password',
    patience,
    async () => {
      await bed.db.deleteFrom('attempt').execute()
      bed.clock.stoppedAt = Date.now()
      onTestFinished(() => {
        bed.clock.stoppedAt = null
      })
      const email = 'owner@club.example'
      await bed.addAccount(email, password)
      const own = openBrowser({ 'x-forwarded-for': '192.0.2.1' })
      expect((await attempt(email, password, own)).status).toBe(303)
      const statuses = new Set<number>()
      for (let n = 0; n < 70; n++) {
        // From the network of the owner too.
        const stranger = openBrowser({ 'x-forwarded-for': n % 5 === 0 ? '192.0.2.1' : `198.51.${n}.1` })
        statuses.add((await attempt(email, 'a guess', stranger)).status)
      }
      expect(statuses).toEqual(new Set([400, 429]))
      const register = `${bed.root}/Identity/Account/Register`
      for (let n = 0; n < 16; n++) {
        const stranger = openBrowser({ 'x-forwarded-for': '198.51.100.200' })
        await stranger.submit(await stranger.go(register), {
          firstName: 'A',
          lastName: 'B',
          email,
          password: 'some quiet words',
        })
      }

      const again = (tried: string) =>
        own.go(login, {
          method: 'POST',
          headers: { origin: bed.baseUrl },
          body: new URLSearchParams({ email, password: tried }),
        })
      expect((await again('a slip of the finger')).status).toBe(400)
      expect((await again(password)).status).toBe(303)

      // Elsewhere they wait for seconds, or choose a new password: the browser that did counts as theirs.
      const elsewhere = openBrowser({ 'x-forwarded-for': '203.0.113.5' })
      const waits = await attempt(email, password, elsewhere)
      expect(waits.status).toBe(429)
      expect(Number(waits.headers.get('retry-after'))).toBeLessThanOrEqual(36)
      await elsewhere.submit(await elsewhere.go(`${bed.root}/Identity/Account/ForgotPassword`), { email })
      const { links } = await received(bed, email, 'Choose a new password')
      expect(
        (await elsewhere.submit(await elsewhere.go(links[0] ?? ''), { password: 'another quiet word' })).location,
      ).toContain('done=reset')
      expect((await attempt(email, 'another quiet word', elsewhere)).status).toBe(303)
    },
  )

  it('are forgotten after the right one', async () => {
    await bed.db.deleteFrom('attempt').execute()
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 5; n++) expect((await attempt('coach@club.example', 'wrong')).status).toBe(400)
      expect((await attempt('coach@club.example', password)).status).toBe(303)
    }
  })
})

it('writes the last sign-in down', async () => {
  const account = await bed.db.selectFrom('account').select('last_login').where('sub', '=', sub).executeTakeFirst()
  expect(account?.last_login).toBeInstanceOf(Date)
})

it('has logged nothing', () => expect(bed.logged).toEqual([]))
