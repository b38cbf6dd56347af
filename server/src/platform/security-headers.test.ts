import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import { securityHeaders, setHeaders } from './security-headers.ts'

const noChat = { script: [], img: [], font: [], media: [], connect: [], frame: [], form: [] }
const database = await freshDatabase()
const club = await createClub(database.db)
const { sub } = await createAccount(database.db, { clubId: club.id })
const { app } = await testApp(database)
const authorization = `Bearer ${sub}`

describe('every answer', () => {
  it.each([
    [`/api/club/GetClub/${club.id}`, { authorization }, 200],
    [`/api/club/GetClub/${club.id}`, {}, 401],
    ['/api/club/GetClub/0x', { authorization }, 400],
    ['/api/nothing', { authorization }, 404],
    ['/files/members/nothing.webp', {}, 404],
  ])('of %s with %j (%d) says what a browser may do with it', async (url, headers, status) => {
    const answer = await app.inject({ url, headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(
        /^default-src 'self';script-src 'self';.*frame-ancestors 'self';object-src 'none';base-uri 'self'/,
      ),
      'content-type': expect.stringMatching(/^application\/json; charset=utf-8$/),
    })
    if (url.startsWith('/api/')) expect(answer.headers['cache-control'] ?? 'no-store').toBe('no-store')
    if (status === 200) expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe.each([
  ['https://club.example', 'max-age=31536000; includeSubDomains', true],
  ['http://localhost:3000', undefined, false],
])('at %s', (baseUrl, strict, upgrades) => {
  const served = Fastify()
  setHeaders(served, securityHeaders(baseUrl, undefined, noChat))
  served.get('/', () => 'here')
  afterAll(() => served.close())

  it('browsers are told to keep to https, where it is', async () => {
    const { headers } = await served.inject('/')
    expect(headers['strict-transport-security']).toBe(strict)
    expect(String(headers['content-security-policy']).includes('upgrade-insecure-requests')).toBe(upgrades)
  })
})
