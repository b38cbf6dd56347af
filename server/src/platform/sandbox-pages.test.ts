import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openMailSandbox } from '@honbu/sandbox/mail.ts'
import type { PageAnswer, PageRequest } from '@honbu/sandbox/provider/html.ts'
import Fastify from 'fastify'
import { createTransport } from 'nodemailer'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { answerErrors } from './errors.ts'
import { hasSandboxPages, serveSandboxMail, serveSandboxProvider } from './sandbox-pages.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-mail-'))
const inbox = await openMailSandbox({ folder })
const app = Fastify({ trustProxy: true })
answerErrors(app)
await app.register(serveSandboxMail({ mail: inbox }, '/club'), { prefix: '/club' })
const transport = createTransport(inbox.smtpUrl)
afterAll(async () => {
  transport.close()
  await app.close()
  await inbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const local = { host: 'localhost:3000' }

describe('hasSandboxPages', () => {
  const demo = readConfig({})
  it.each([
    ['in the demo', demo, true],
    ['with HONBU_DEMO=0', { ...demo, demo: false }, false],
    ['with a mail server', { ...demo, smtpUrl: 'smtps://mail.example' }, false],
    ['with a carrier of text messages', { ...demo, smsUrl: 'https://sms.example' }, false],
    ['with GoCardless', { ...demo, goCardlessUrl: 'https://api.gocardless.com' }, false],
    ['with Stripe', { ...demo, stripeUrl: 'https://api.stripe.com' }, false],
    ['with all of these, if a setting says so', readConfig({ HONBU_DEMO: '0', HONBU_SANDBOX_PAGES: 'local' }), true],
  ])('%s: %#', (_, given, expected) => expect(hasSandboxPages(given)).toBe(expected))
})

describe('the sandbox’s inbox', () => {
  it('shows what was sent, with its links', async () => {
    expect((await app.inject({ url: '/club/sandbox/mail', headers: local })).body).toContain('No message yet.')
    await transport.sendMail({
      from: 'club@club.example',
      to: 'zoë@club.example',
      subject: 'Hello <b>Zoë</b>',
      text: 'Open https://club.example/a?b=1&c=2 now, or stop (https://club.example/stop).\n<script>',
    })
    const { id } = await inbox.expect('zoë@club.example', 'Hello', AbortSignal.timeout(5000))
    const list = await app.inject({ url: '/club/sandbox/mail', headers: local })
    expect(list.body).toContain(`<a href="/club/sandbox/mail/${id}">Hello &#60;b&#62;Zoë&#60;/b&#62;</a>`)
    const message = await app.inject({ url: `/club/sandbox/mail/${id}`, headers: local })
    expect(message.body).toContain('<a href="https://club.example/a?b=1&#38;c=2">')
    expect(message.body).toContain('<a href="https://club.example/stop">')
    expect(message.body).not.toContain('<script>')
  })

  it('shows a message as a mail program does, with what is attached', async () => {
    await transport.sendMail({
      from: 'Club <club@club.example>',
      to: 'html@club.example',
      subject: 'With all',
      text: 'Hello',
      html: '<p>Hello</p><script>alert(1)</script>',
      attachments: [{ filename: 'a.html', content: '<script>alert(2)</script>' }],
    })
    const { id } = await inbox.expect('html@club.example', 'With all', AbortSignal.timeout(5000))
    const { body } = await app.inject({ url: `/club/sandbox/mail/${id}`, headers: local })
    expect(body).toContain('sandbox="" srcdoc="&#60;p&#62;Hello&#60;/p&#62;&#60;script&#62;')
    expect(body).not.toContain('<script')
    const file = await app.inject({ url: `/club/sandbox/mail/${id}/file/0`, headers: local })
    expect(file.body).toBe('<script>alert(2)</script>')
    expect(file.headers['content-disposition']).toMatch(/^attachment;/)
    expect((await app.inject({ url: `/club/sandbox/mail/${id}/raw`, headers: local })).body).toContain(
      'Subject: With all',
    )
    const found = await app.inject({ url: '/club/sandbox/mail?q=WITH+ALL', headers: local })
    expect([found.body.includes('With all'), found.body.includes('Hello &#60;b')]).toEqual([true, false])
  })

  it('does what its forms say', async () => {
    const send = (url: string, fields: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url,
        headers: { ...local, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      })
    const rule = { channel: 'mail', do: 'add-rule', to: 'Bad@club.example', fault: 'nobody', outcome: '', left: '2' }
    expect((await send('/club/sandbox/mail', rule)).headers.location).toBe('/club/sandbox/mail')
    const message = { from: 'club@club.example', to: 'bad@club.example', subject: 'No', text: 'No' }
    await expect(transport.sendMail(message)).rejects.toThrow('550')
    const { body } = await app.inject({ url: '/club/sandbox/mail', headers: local })
    expect(body).toContain('Bad@club.example: Refused: no such address (550), 1 more')
    const [, id = ''] = /name="rule" value="([^"]+)"/.exec(body) ?? []
    await send('/club/sandbox/mail', { channel: 'mail', do: 'drop-rule', rule: id })
    await transport.sendMail(message)
    expect(inbox.rules.list()).toEqual([])
  })

  it.each([
    ['from another machine', { remoteAddress: '192.0.2.7', headers: local }],
    ['under a foreign name that points here', { headers: { host: 'evil.example' } }],
  ])('is not there %s', async (_how, request) => {
    expect((await app.inject({ url: '/club/sandbox/mail', ...request })).statusCode).toBe(404)
  })

  it.each([
    ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'x-client-ip'],
    ...['x-original-forwarded-for', 'x-cluster-client-ip', 'x-envoy-external-address', 'true-client-ip'],
    ...['cf-connecting-ip', 'fastly-client-ip', 'cloudfront-viewer-address', 'x-remote-ip', 'x-proxyuser-ip'],
  ])('is not there behind a proxy on this machine that sends %s', async header => {
    const asked = { url: '/club/sandbox/mail', headers: { ...local, [header]: '127.0.0.1' } }
    expect((await app.inject(asked)).statusCode).toBe(404)
  })

  it.each(['unknown', '..%2f..%2fpasswd'])('knows no message %s', async id => {
    expect((await app.inject({ url: `/club/sandbox/mail/${id}`, headers: local })).statusCode).toBe(404)
  })
})

describe('the pages of a payment provider’s sandbox', () => {
  const asked: unknown[] = []
  const pages = Fastify()
  answerErrors(pages)
  const sandbox = {
    async page(request: PageRequest): Promise<PageAnswer> {
      asked.push(request)
      return request.method === 'POST' ? { to: 'http://localhost:3000/back' } : { html: '<p>here</p>', status: 410 }
    },
  }
  pages.register(serveSandboxProvider('bank', sandbox), { prefix: '/club' })
  afterAll(() => pages.close())

  it('hands on what is asked, and answers what the sandbox says', async () => {
    const shown = await pages.inject({ url: '/club/sandbox/bank/flow/BRF1?account=7&account=8&page=2', headers: local })
    expect([shown.statusCode, shown.body]).toEqual([410, '<p>here</p>'])
    const sent = await pages.inject({
      method: 'POST',
      url: '/club/sandbox/bank',
      headers: { ...local, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'do=next-day&name=Zo%C3%AB',
    })
    expect([sent.statusCode, sent.headers.location]).toEqual([303, 'http://localhost:3000/back'])
    expect(asked).toEqual([
      { method: 'GET', path: 'flow/BRF1', query: { page: '2' }, form: {} },
      { method: 'POST', path: '', query: {}, form: { do: 'next-day', name: 'Zoë' } },
    ])
  })

  it.each([
    ['from another machine', { remoteAddress: '192.0.2.7', headers: local }],
    ['by a form of another site', { method: 'POST', headers: { ...local, 'sec-fetch-site': 'cross-site' } }],
  ] as const)('are not there %s', async (_how, request) => {
    expect((await pages.inject({ url: '/club/sandbox/bank', ...request })).statusCode).toBe(404)
  })
})
