import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, type Visit } from '../../test/browser.ts'
import { openIdentityBed, received } from '../../test/identity.ts'

const bed = await openIdentityBed({ basePath: '/club' })
const password = 'take the register'
const account = `${bed.root}/Identity/Account`
const manage = `${account}/Manage/Passkeys`
beforeEach(() => bed.db.deleteFrom('attempt').execute())

const login = async (browser: Browser) => browser.go(`${account}/Login`)
const logIn = async (email: string, browser: Browser) => browser.submit(await login(browser), { email, password })

/** What a page would have the browser ask for. */
const challengeIn = ({ body }: Visit): string => {
  const options = /data-options="([^"]*)"/.exec(body)?.[1] ?? ''
  const plain = options.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  return JSON.parse(plain).challenge
}

interface Ceremony {
  readonly challenge: string
  readonly type: 'webauthn.create' | 'webauthn.get'
  readonly origin?: string
  readonly rpId?: string
  /** User present, user verified, eligible for backup, backed up, attested data (WebAuthn Level 3, section 6.1). */
  readonly flags?: number
}

/** An authenticator as the standard describes it, with one passkey. */
function authenticator(sub: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const clientData = ({ challenge, type, origin = bed.baseUrl }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = ({ rpId = 'localhost', flags = 0x05 }: Ceremony, counter: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
  }
  const answer = (response: object) => {
    const rawId = id.toString('base64url')
    return JSON.stringify({ id: rawId, rawId, type: 'public-key', clientExtensionResults: {}, response })
  }
  // A COSE key (RFC 9053): EC2, ES256, P-256, x, y.
  const key = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  return {
    create(challenge: string, extra: Partial<Ceremony> = {}) {
      const asked = { challenge, type: 'webauthn.create', flags: 0x45, ...extra } as const
      const attested = Buffer.concat([head(asked, 0), Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      // { fmt: 'none', attStmt: {}, authData }
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([attested.length]),
        attested,
      ])
      return answer({
        clientDataJSON: clientData(asked).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      })
    },
    get(challenge: string, counter: number, extra: Partial<Ceremony> = {}) {
      const asked = { challenge, type: 'webauthn.get', ...extra } as const
      const authenticatorData = head(asked, counter)
      const json = clientData(asked)
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(json).digest()])
      return answer({
        clientDataJSON: json.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: Buffer.from(sub).toString('base64url'),
      })
    },
  }
}

/** Signs in, and adds a passkey. */
async function withPasskey(email: string) {
  const { sub, accountId } = await bed.addAccount(email, password)
  const browser = openBrowser()
  await logIn(email, browser)
  const page = await browser.submit(await browser.go(manage), { password })
  const passkey = authenticator(sub)
  const done = await browser.submit(page, { name: 'My phone', passkey: passkey.create(challengeIn(page)) })
  expect(done.location).toContain('done=added')
  return { accountId, browser, passkey }
}

const passkeyIn = async (passkey: string, browser = openBrowser(), page?: Visit) =>
  browser.submit(page ?? (await login(browser)), { passkey }, 1)

describe('adding a passkey', () => {
  it('asks for the password first, and tells the owner', async () => {
    await bed.addAccount('add@club.example', password)
    const browser = openBrowser()
    await logIn('add@club.example', browser)
    const wrong = await browser.submit(await browser.go(manage), { password: 'wrong' })
    expect(wrong.body).toContain('This is not your password.')
    expect(wrong.body).not.toContain('data-options')
    const { browser: other } = await withPasskey('added@club.example')
    expect((await other.go(manage)).body).toContain('My phone')
    await received(bed, 'added@club.example', 'A passkey has been added')
  })

  it.each([
    ['for a challenge of the login page', async (_: string, page: Visit) => ({ challenge: challengeIn(page) })],
    ['from another origin', async () => ({ origin: 'https://evil.example' })],
    ['for another host', async () => ({ rpId: 'evil.example' })],
    ['without the person verified', async () => ({ flags: 0x41 })],
  ])('%s is refused', async (what, wrong) => {
    const email = `${what.replaceAll(' ', '-')}@club.example`
    const { sub } = await bed.addAccount(email, password)
    const browser = openBrowser()
    await logIn(email, browser)
    const page = await browser.submit(await browser.go(manage), { password })
    const { challenge = challengeIn(page), ...extra }: Partial<Ceremony> = await wrong('', await login(openBrowser()))
    const done = await browser.submit(page, { name: 'x', passkey: authenticator(sub).create(challenge, extra) })
    expect(done.location).toContain('done=failed')
  })

  it('is refused with the challenge of another account, and with one used before', async () => {
    const { browser, passkey } = await withPasskey('first@club.example')
    const page = await browser.submit(await browser.go(manage), { password })
    const challenge = challengeIn(page)
    const { sub } = await bed.addAccount('second@club.example', password)
    const other = openBrowser()
    await logIn('second@club.example', other)
    const theirs = await other.submit(await other.go(manage), { password })
    const stolen = await other.submit(theirs, { name: 'x', passkey: authenticator(sub).create(challenge) })
    expect(stolen.location).toContain('done=failed')
    const again = await browser.submit(page, { name: 'x', passkey: passkey.create(challenge) })
    expect(again.location).toContain('done=failed')
    for (const nonsense of ['', '{}', '[]', 'null', '{"id":"x"}', '{"id":1}'])
      expect((await browser.submit(page, { name: 'x', passkey: nonsense })).location).toContain('done=failed')
  })
})

describe('signing in with a passkey', () => {
  it('takes one answer once, from whichever browser', async () => {
    const { passkey } = await withPasskey('in@club.example')
    const browser = openBrowser()
    const page = await login(browser)
    const answer = passkey.get(challengeIn(page), 1)
    expect((await passkeyIn(answer, browser, page)).location).toBe(`${bed.root}/dashboard`)
    expect((await browser.go(`${account}/Manage/Sessions`)).body).toContain('with a passkey')
    expect((await passkeyIn(answer)).status).toBe(400)
  })

  it('refuses a copy whose counter is behind, and writes it down', async () => {
    const { passkey, accountId } = await withPasskey('clone@club.example')
    const attempt = async (counter: number) => {
      const browser = openBrowser()
      const page = await login(browser)
      return (await passkeyIn(passkey.get(challengeIn(page), counter), browser, page)).status
    }
    expect([await attempt(7), await attempt(7), await attempt(3), await attempt(8)]).toEqual([303, 400, 400, 303])
    const { rows } = await bed.query(
      `select count(*)::int as n from audit where action = 'passkeyRefused' and account_id = $1`,
      [accountId],
    )
    expect(rows).toEqual([{ n: 2 }])
  })

  it('takes one that does not count', async () => {
    const { passkey } = await withPasskey('zero@club.example')
    for (let n = 0; n < 2; n++) {
      const browser = openBrowser()
      const page = await login(browser)
      expect((await passkeyIn(passkey.get(challengeIn(page), 0), browser, page)).status).toBe(303)
    }
  })

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without the person verified', { flags: 0x01 }],
    ['to a challenge that nobody has made', { challenge: randomBytes(56).toString('base64url') }],
    ['of another ceremony', { type: 'webauthn.create' as const }],
  ])('refuses an answer %s', async (what, extra) => {
    const { passkey } = await withPasskey(`in-${what.replaceAll(' ', '-')}@club.example`)
    const browser = openBrowser()
    const page = await login(browser)
    const refused = await passkeyIn(passkey.get(challengeIn(page), 1, extra), browser, page)
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('This passkey cannot be used here.')
  })

  it('refuses nonsense, one that nobody knows, and a challenge that is too old', async () => {
    const { passkey } = await withPasskey('old@club.example')
    const browser = openBrowser()
    const page = await login(browser)
    const stranger = authenticator('stranger').get(challengeIn(page), 1)
    for (const answer of ['', '{}', '{"id":"\\u0000"}', stranger])
      expect((await passkeyIn(answer, browser, page)).status).toBe(400)
    const answer = passkey.get(challengeIn(page), 1)
    bed.clock.ahead += 3_600_001
    expect((await passkeyIn(answer, browser, page)).status).toBe(400)
  })
})

describe('removing a passkey', () => {
  it('asks for the password, or for a passkey', async () => {
    const { browser, passkey, accountId } = await withPasskey('remove@club.example')
    const { rows } = await bed.query('select id from account_passkey where account_id = $1', [accountId])
    const counts = () =>
      bed.db.selectFrom('account_session').select('is_two_factor').where('account_id', '=', accountId).execute()
    expect(await counts()).toEqual([{ is_two_factor: true }])
    const page = await browser.go(`${manage}?remove=${rows[0].id}`)
    expect((await browser.submit(page, { password: 'wrong' })).body).toContain('This is not your password.')
    const ofLogin = challengeIn(await login(openBrowser()))
    const wrong = await browser.submit(page, { passkey: passkey.get(ofLogin, 1) })
    expect(wrong.body).toContain('This passkey cannot be used here.')
    const done = await browser.submit(page, { passkey: passkey.get(challengeIn(page), 2) })
    expect(done.location).toContain('done=removed')
    await received(bed, 'remove@club.example', 'A passkey has been removed')
    expect(await counts()).toEqual([{ is_two_factor: false }])
    const last = openBrowser()
    const again = await login(last)
    expect((await passkeyIn(passkey.get(challengeIn(again), 3), last, again)).status).toBe(400)
  })

  it('is one’s own: another account’s stays', async () => {
    const [mine, yours] = [await withPasskey('mine@club.example'), await withPasskey('yours@club.example')]
    const { rows } = await bed.query('select id from account_passkey where account_id = $1', [yours.accountId])
    const own = await bed.query('select id from account_passkey where account_id = $1', [mine.accountId])
    const page = await mine.browser.go(`${manage}?remove=${own.rows[0].id}`)
    const done = await mine.browser.submit(page, { id: String(rows[0].id), password })
    expect(done.location).toContain('done=gone')
    expect((await yours.browser.go(manage)).body).toContain('My phone')
  })
})

it('has logged nothing', () => expect(bed.logged).toEqual([]))
