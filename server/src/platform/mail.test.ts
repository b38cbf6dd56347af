import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { type MailFault, openMailSandbox } from '@honbu/sandbox/mail.ts'
import { extract } from 'letterparser'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, describe, expect, it } from 'vitest'
import { dkimKey } from './dkim.ts'
import { type Mail, type MailOptions, type Message, openMail } from './mail.ts'
import type { Contents } from './mail-message.ts'
import { ownIdIn, senderOf } from './mail-wire.ts'
import { NotSent } from './not-sent.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-mail-'))
const sandbox = await openMailSandbox({ folder, slowMs: 20 })
const opened: Mail[] = []
afterAll(async () => {
  for (const mail of opened) mail.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

async function openTo(smtpUrl: string, more: Partial<MailOptions> = {}): Promise<Mail> {
  const jobs = { work: async () => {}, enqueue: async () => {} }
  const clubSender = async () => ({ name: 'Shirokawa Leeds, Karate & Kids', email: 'leeds@club.example' })
  const mail = await openMail({ smtpUrl, from: 'Honbu <post@honbu.example>', jobs, clubSender, ...more })
  opened.push(mail)
  return mail
}
const mail = await openTo(sandbox.smtpUrl)

const message = (more: Partial<Contents> = {}): Message => ({
  letter: 'account',
  to: 'ann@mail.example',
  subject: 'Hello',
  text: 'Hello Ann',
  ...more,
})

const fromClub = (more: Partial<Contents> = {}): Message => ({ ...message(more), letter: 'message', clubId: 12 })

/** How sending it ends: `sent`, `unknown`, or what it is refused with. */
async function outcome(work: Promise<unknown>) {
  try {
    await work
    return 'sent'
  } catch (error) {
    if (!(error instanceof NotSent)) return 'unknown'
    const { message, canRetry, isAddressBad } = error
    return { message, canRetry, isAddressBad }
  }
}

const receivedBy = async (to: string) => (await sandbox.list()).filter(mail => mail.to.includes(to)).length

describe('send', () => {
  it('goes under the name of a club, with an id of ours, and says what the server said', async () => {
    const handed = await mail.send(
      fromClub({
        toName: 'Ann, “the belt” O’Neil 🥋',
        messageId: 'recipient-12',
        headers: {
          'List-Unsubscribe': '<https://club.example/unsubscribe/abc>',
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
    )
    expect(handed.said).toMatch(/^250 /)
    const received = await sandbox.expect('ann@mail.example', 'Hello', AbortSignal.timeout(5000))
    const header = (name: string) => received.headers.find(header => header.name === name)?.value
    expect(received).toMatchObject({ from: 'post@honbu.example', fromName: 'Shirokawa Leeds, Karate & Kids' })
    expect(received.messageId).toBe(`<${handed.messageId}>`)
    expect(ownIdIn(`seen <x@y.example> <${handed.messageId}>`)).toBe('recipient-12')
    expect(header('x-pm-metadata-message')).toBe('recipient-12')
    expect(header('reply-to')).toBe('leeds@club.example')
    expect(header('list-unsubscribe')).toBe('<https://club.example/unsubscribe/abc>')
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const again = await mail.send(message({ to: 'again@mail.example', messageId: 'recipient-12' }))
    expect(again.messageId).not.toBe(handed.messageId)
  })

  it.each<[MailFault, object | string, number]>([
    ['down', { canRetry: true, isAddressBad: false }, 0],
    ['later', { canRetry: true, isAddressBad: false }, 0],
    ['nobody', { canRetry: false, isAddressBad: true }, 0],
    ['refused', { canRetry: false, isAddressBad: false }, 0],
    ['cutBeforeData', { canRetry: true, isAddressBad: false }, 0],
    ['cutMidway', 'unknown', 0],
    ['cutAfter', 'unknown', 1],
    ['slow', 'sent', 1],
  ])('%s: says so, and sends no second one by itself', async (fault, expected, received) => {
    const to = `${fault}@mail.example`.toLowerCase()
    // A connection that was used before may be found closed: nothing has gone out, so another is taken at once.
    sandbox.when({ to, fault, left: fault === 'down' || fault === 'cutBeforeData' ? 3 : 1 })
    const ended = await outcome(mail.send(message({ to })))
    if (typeof expected === 'string') expect(ended).toBe(expected)
    else expect(ended).toMatchObject(expected)
    expect(await receivedBy(to)).toBe(received)
    // And the next goes well.
    expect(await outcome(mail.send(message({ to: `after-${to}` })))).toBe('sent')
  })

  it('knows that what was cut in the middle has not been sent', async () => {
    const to = 'large@mail.example'
    sandbox.when({ to, fault: 'cutMidway', left: 1 })
    const large = Buffer.alloc(12_000_000, 'x').toString('base64')
    const attachments = [{ filename: 'a.bin', contentType: 'application/octet-stream', base64: large }]
    expect(await outcome(mail.send(message({ to, attachments })))).toMatchObject({ canRetry: true })
    expect(await receivedBy(to)).toBe(0)
  })

  it('can be tried again where nobody listens, or the server is down for all', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    const nobody = await openTo(`smtp://127.0.0.1:${port}`)
    expect(await outcome(nobody.send(message()))).toMatchObject({ canRetry: true })
    // The pool itself tries an unanswered connection a few times.
    sandbox.when({ fault: 'down', left: 20 })
    const fresh = await openTo(sandbox.smtpUrl)
    expect(await outcome(fresh.send(message({ to: 'down-for-all@mail.example' })))).toMatchObject({ canRetry: true })
    sandbox.rules.clear()
    expect(await outcome(fresh.send(message({ to: 'down-for-all@mail.example' })))).toBe('sent')
    expect(await receivedBy('down-for-all@mail.example')).toBe(1)
  })

  it.each<[string, Partial<Contents & { replyTo: string }>]>([
    ['a subject', { subject: 'Hello\r\nBcc: eve@mail.example' }],
    ['a name', { toName: 'Ann\nBcc: eve@mail.example' }],
    ['a subject with U+0000', { subject: 'Hello\0' }],
    ['a header', { headers: { 'List-Unsubscribe': '<x>\r\nBcc: eve@mail.example' } }],
    ['the name of a header', { headers: { 'X: y\r\nBcc': 'eve@mail.example' } }],
    ['an id', { messageId: 'a>\r\nBcc: eve@mail.example' }],
    ['the address for answers', { replyTo: 'a@b.example\r\nBcc: eve@mail.example' }],
  ])('refuses what would begin another header in %s', async (_where, more) => {
    const ended = await outcome(mail.send(message({ to: 'injected@mail.example', ...more })))
    expect(ended).toMatchObject({ canRetry: false, isAddressBad: false })
    expect(JSON.stringify(ended)).not.toContain('eve')
    expect(await receivedBy('injected@mail.example')).toBe(0)
  })

  it('refuses it in the name of a club, and leaves out an address of a club that is none', async () => {
    const sender = { name: 'Club\r\n\r\nA text of its own', email: '' }
    const bad = await openTo(sandbox.smtpUrl, { clubSender: async () => sender })
    expect(await outcome(bad.send(fromClub({ to: 'injected@mail.example' })))).toMatchObject({ canRetry: false })
    expect(await receivedBy('injected@mail.example')).toBe(0)
    const email = 'a@b.example\r\nBcc: eve@mail.example'
    const other = await openTo(sandbox.smtpUrl, { clubSender: async () => ({ name: 'Club', email }) })
    expect(await outcome(other.send(fromClub({ to: 'without@mail.example' })))).toBe('sent')
    const received = await sandbox.expect('without@mail.example', 'Hello', AbortSignal.timeout(5000))
    expect(received.headers.some(({ name }) => name === 'reply-to')).toBe(false)
  })

  it.each([
    'ann@mail.example, eve@mail.example',
    'Ann <ann@mail.example>',
    'ann@mail.example\r\nBcc: eve@mail.example',
    'ann@mail.example>\r\nRCPT TO:<eve@mail.example',
    'ann',
    '',
  ])('takes %j for no address', async to => {
    expect(await outcome(mail.send(message({ to })))).toMatchObject({ canRetry: false, isAddressBad: true })
    expect(await receivedBy('eve@mail.example')).toBe(0)
  })
})

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'der' },
})

describe('what is sent', () => {
  const html = `<p>Zoë&nbsp;Ångström has passed 🥋 — ${'a long line '.repeat(400)}</p>\n.\n<p>.leading dot</p>`
  const text = `Zoë Ångström has passed 🥋\n.\n.leading dot\nFrom here on\n${'x'.repeat(3000)}\n`
  const pdf = Buffer.from('%PDF-1.7 \0\x01\xff', 'latin1')

  it('is read by another parser as it was written, and verified by its signature', async () => {
    const key = { name: 'club1._domainkey.honbu.example', key: privateKey.replaceAll('\n', '\\n') }
    const clubSender = async () => ({ name: '本部 Karate, Leeds', email: '' })
    const signing = await openTo(sandbox.smtpUrl, { dkim: dkimKey(key), clubSender })
    const { messageId } = await signing.send({
      to: 'zoe@mail.example',
      ...{ letter: 'message', clubId: 12 },
      toName: 'Zoë Ångström',
      subject:
        'Zoë’s grading: 1st Dan 🥋 and a subject that is longer than one line of a header can be, which is folded',
      text,
      html,
      messageId: 'recipient-1',
      headers: { 'List-Unsubscribe': '<https://club.example/u/1>' },
      attachments: [
        { filename: 'Urkunde für Zoë.pdf', contentType: 'application/pdf', base64: pdf.toString('base64') },
      ],
    })
    const received = (await sandbox.list()).find(mail => mail.messageId === `<${messageId}>`)
    const raw = (await sandbox.raw(received?.id ?? '')) ?? Buffer.alloc(0)
    for (const line of raw.toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)

    const read = extract(raw.toString('latin1'))
    expect(read.subject).toContain('Zoë’s grading: 1st Dan 🥋')
    expect(read.from).toMatchObject({ name: '本部 Karate, Leeds', address: 'post@honbu.example' })
    expect(read.to?.[0]).toMatchObject({ name: 'Zoë Ångström', address: 'zoe@mail.example' })
    expect(read.text?.replaceAll('\r\n', '\n').trim()).toBe(text.trim())
    expect(read.html?.replaceAll('\r\n', '\n').trim()).toBe(html)
    const [file] = read.attachments ?? []
    expect(file?.filename).toBe('Urkunde für Zoë.pdf')
    expect(Buffer.from(file?.body as Uint8Array)).toEqual(pdf)

    const published = `v=DKIM1; k=rsa; p=${Buffer.from(publicKey).toString('base64')}`
    const resolver = async (name: string) => {
      if (name === 'club1._domainkey.honbu.example') return [[published]]
      throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
    }
    const verified = async (bytes: Buffer) =>
      (await dkimVerify(bytes, { resolver })).results.map(({ status, signingDomain }) => [status.result, signingDomain])
    expect(await verified(raw)).toEqual([['pass', 'honbu.example']])
    expect(
      await verified(Buffer.from(raw.toString('latin1').replace('leading', 'Leading'), 'latin1')),
    ).not.toContainEqual(['pass', 'honbu.example'])
  })
})

describe('dkimKey', () => {
  const name = 'a._domainkey.club.example'
  it('takes the key itself, or a file', () => {
    const file = path.join(folder, 'dkim.pem')
    writeFileSync(file, privateKey)
    const key = { keySelector: 'a', domainName: 'club.example', privateKey }
    expect(dkimKey({ name, key: file })).toEqual(key)
    expect(dkimKey({ name, key: privateKey })).toEqual(key)
    expect(dkimKey({ name: undefined, key: undefined })).toBeUndefined()
  })

  it.each([
    [{ name, key: undefined }, 'HONBU_DKIM_NAME and HONBU_DKIM_KEY must be set both, or neither.'],
    [{ name, key: '/nowhere/secret.pem' }, /^HONBU_DKIM_KEY must be a private RSA key/],
    [{ name, key: '-----BEGIN PRIVATE KEY-----\nsecret' }, /^HONBU_DKIM_KEY must be a private RSA key/],
  ])('says what is wrong with %j, and nothing of the key', (given, line) => {
    expect(() => dkimKey(given)).toThrow(line)
    expect(() => dkimKey(given)).not.toThrow(/secret/)
  })
})

it('knows the sender of each form of MAIL_FROM', () => {
  expect(senderOf('"My Club" <a@club.example>')).toEqual({ name: 'My Club', address: 'a@club.example' })
  expect(senderOf('a@club.example')).toEqual({ name: '', address: 'a@club.example' })
})
