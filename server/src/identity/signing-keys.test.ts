import { decodeProtectedHeader, importJWK, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { secretBox } from '../platform/secret-box.ts'
import { settingsOf } from './settings.ts'
import { readSigningKeys, rotateSigningKeys } from './signing-keys.ts'
import { embeddedVerifier } from './tokens.ts'

const { db } = await freshDatabase()
const box = secretBox(Buffer.alloc(32, 7))
const start = new Date('2026-01-01T02:00:00Z')
const after = (days: number) => new Date(start.getTime() + days * 86_400_000)
const kids = async (days: number) => (await readSigningKeys(db, box, after(days))).map(key => key.kid)
const rotate = (days: number) => rotateSigningKeys(db, box, after(days))

describe('signing keys', () => {
  it('begin with one, however many processes start at once', async () => {
    await Promise.all([1, 2, 3].map(() => rotate(0)))
    expect(await kids(0)).toHaveLength(1)
  })

  it('are published two days before they sign, and a month after', async () => {
    const [first] = await kids(0)
    await rotate(87)
    expect(await kids(87)).toEqual([first])

    await rotate(88)
    await rotate(88)
    const [signing, coming, ...more] = await kids(88)
    expect([signing, more]).toEqual([first, []])
    expect(await kids(90)).toEqual([coming, first])

    await rotate(119)
    expect(await kids(119)).toEqual([coming, first])
    await rotate(120)
    expect(await kids(120)).toEqual([coming])
  })

  it('are announced two days ahead even when the server was off for a year', async () => {
    const [old] = await kids(500)
    await rotate(500)
    const [signing, coming] = await kids(500)
    expect(signing).toBe(old)
    expect((await kids(502))[0]).toBe(coming)
  })
})

describe('a copy of the database', () => {
  const stored = () => db.selectFrom('signing_key').select(['kid', 'private_jwk', 'sealed_jwk']).execute()

  it('has no private key in clear, nor those that a version before had kept', async () => {
    const [key] = await readSigningKeys(db, box, after(502))
    const clear = { private_jwk: JSON.stringify(key?.privateJwk), sealed_jwk: null }
    await db
      .updateTable('signing_key')
      .set(clear)
      .where('kid', '=', key?.kid ?? '')
      .execute()
    await rotate(502)
    for (const { private_jwk, sealed_jwk } of await stored()) {
      expect(private_jwk).not.toHaveProperty('d')
      expect(sealed_jwk?.toString('latin1')).not.toContain(key?.privateJwk.d)
    }
    expect((await readSigningKeys(db, box, after(502)))[0]?.privateJwk).toEqual(key?.privateJwk)
  })

  it('has none that another HONBU_KEY opens: the installation makes a new one', async () => {
    const other = secretBox(Buffer.alloc(32, 8))
    expect(await readSigningKeys(db, other, after(502))).toEqual([])
    await rotateSigningKeys(db, other, after(502))
    expect(await readSigningKeys(db, other, after(502))).toHaveLength(1)
    expect(await kids(502)).toHaveLength((await stored()).length - 1)
  })
})

describe('verifyToken', () => {
  const settings = settingsOf({ baseUrl: 'https://club.example', basePath: '', oidc: { clientId: 'Honbu.Web' } })
  let at = after(600)
  const verifyToken = embeddedVerifier(db, settings, () => at)

  interface Claims {
    readonly issuer?: string
    readonly audience?: string
    readonly typ?: string
    readonly expires?: string
    readonly kid?: string
  }

  async function token({ issuer, audience, typ = 'at+jwt', expires = '10m', kid }: Claims = {}) {
    const [key] = await readSigningKeys(db, box, at)
    if (!key) throw new Error('There is no key.')
    return new SignJWT({ sub: 'someone', sid: 'a session' })
      .setProtectedHeader({ alg: 'ES256', typ, kid: kid ?? key.kid })
      .setIssuer(issuer ?? settings.issuer)
      .setAudience(audience ?? settings.api)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(await importJWK(key.privateJwk, 'ES256'))
  }

  it('takes one of ours', async () => {
    expect(await verifyToken(await token())).toMatchObject({ sub: 'someone' })
  })

  it.each([
    ['another issuer', { issuer: 'https://evil.example' }],
    ['another audience', { audience: 'Honbu.Web' }],
    ['another kind, such as an id token', { typ: 'JWT' }],
    ['an unknown key', { kid: 'unknown' }],
    ['one that has expired', { expires: '-1s' }],
  ])('refuses %s', async (_what, claims) => expect(await verifyToken(await token(claims))).toBeNull())

  it('refuses one with another signature, and nonsense', async () => {
    const [header, payload] = (await token()).split('.')
    const [, , signature] = (await token({ audience: 'x' })).split('.')
    expect(await verifyToken(`${header}.${payload}.${signature}`)).toBeNull()
    expect(await verifyToken(`${btoa('{"alg":"none","typ":"at+jwt"}')}.${payload}.`)).toBeNull()
    for (const nonsense of ['', '.', 'a.b.c']) expect(await verifyToken(nonsense)).toBeNull()
  })

  it('finds a key that another process has made in the meantime', async () => {
    await verifyToken(await token())
    at = after(700)
    await rotate(700)
    at = after(703)
    const fresh = await token()
    const before = await readSigningKeys(db, box, at)
    expect(decodeProtectedHeader(fresh).kid).toBe(before[0]?.kid)
    expect(await verifyToken(fresh)).toMatchObject({ sub: 'someone' })
  })
})
