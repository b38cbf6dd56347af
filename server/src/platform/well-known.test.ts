import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { serveWeb } from './web.ts'
import { serveWellKnown } from './well-known.ts'

const dist = mkdtempSync(path.join(tmpdir(), 'honbu-web-'))
writeFileSync(path.join(dist, 'index.html'), '<html><head></head></html>')
afterAll(() => rmSync(dist, { recursive: true }))

const app = Fastify()
const config = { basePath: '', support: { email: 'help@club.example', chat: null } }
serveWellKnown(app, { config, now: () => new Date('2026-05-12T10:00:00Z') })
await serveWeb(app, { dist, basePath: '' })
const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })

describe('the addresses that programs look for', () => {
  it('keep search engines to the public pages', async () => {
    const { headers, body } = await get('/robots.txt')
    expect(headers['content-type']).toContain('text/plain')
    expect(body).toMatch(/Allow: \/timetable\/\n(.*\n)*Disallow: \/\n/)
  })

  it('name who hears of holes', async () => {
    expect((await get('/.well-known/security.txt')).body).toBe(
      'Contact: mailto:help@club.example\nExpires: 2027-05-12T00:00:00.000Z\nPreferred-Languages: en\n',
    )
  })

  it('lead to where a password is changed', async () => {
    expect((await get('/.well-known/change-password')).headers.location).toBe('/Identity/Account/Manage')
  })

  it.each(['/.env', '/.git/config', '/wp-login.php', '/backup.zip', '/.well-known/other', '/help/x.json'])(
    'answer nothing at %s',
    async url => {
      expect((await get(url)).statusCode).toBe(404)
    },
  )

  it('leave every screen to the application', async () => {
    for (const url of ['/', '/dashboard', '/member/search', '/clubadmin/2/details/update', '/help?q=a.b'])
      expect((await get(url)).statusCode).toBe(200)
  })
})
