import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { openMailSandbox } from '@honbu/sandbox/mail.ts'
import { openSmsSandbox } from '@honbu/sandbox/sms.ts'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { type Message, openMail } from '../platform/mail.ts'
import { openSms } from '../platform/sms.ts'
import type { CarrierReply, CarrierReport, CarrierStop } from './carrier-event.ts'
import { openCarriers } from './open-carriers.ts'
import { forgetEvents, workEvents } from './work-events.ts'

const { db } = await freshDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-carriers-'))
const inbox = await openMailSandbox({ folder: path.join(folder, 'mail'), sendsWebhooks: false })
const phone = await openSmsSandbox({ folder: path.join(folder, 'sms'), sendsWebhooks: false })

const reports: CarrierReport[] = []
const replies: CarrierReply[] = []
const stops: CarrierStop[] = []
const logged: object[] = []
const listener = {
  breaksAt: '',
  knows: true,
  async onReport(_tx: unknown, report: CarrierReport) {
    if (report.address === listener.breaksAt) throw new TypeError(`at ${report.address}`)
    reports.push(report)
    return listener.knows
  },
  async onReply(_tx: unknown, reply: CarrierReply) {
    replies.push(reply)
    return listener.knows
  },
  async onStop(_tx: unknown, stop: CarrierStop) {
    stops.push(stop)
    return listener.knows
  },
}
let now = testNow
const jobs = { work: async () => {}, schedule: async () => {}, enqueue: async () => {} }
const parts = {
  ...{ db, jobs, now: () => now, listeners: [listener] },
  log: { error: (details: object) => void logged.push(details) },
}

// The address is part of what is signed, so that it has to be known before anything is opened.
const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const { port } = probe.address() as AddressInfo
await new Promise(closed => probe.close(closed))
const pages = Fastify()
const address = `http://127.0.0.1:${port}/honbu`
const carriers = await openCarriers({
  ...parts,
  address,
  twilioToken: new URL(phone.url).password,
  mailSecret: inbox.webhookSecret,
})
await pages.register(async scope => carriers.register(scope), { prefix: '/honbu' })
await pages.listen({ port, host: '127.0.0.1' })
inbox.attach(`${address}/webhooks/mail`)
phone.attach(`${address}/webhooks/twilio/reply`)
const mail = await openMail({
  ...{ smtpUrl: inbox.smtpUrl, from: 'Honbu <post@honbu.example>', jobs },
  clubSender: async () => ({ name: 'Leeds', email: 'leeds@club.example' }),
})
const sms = openSms({ url: phone.url, from: '+447700900000', reportsTo: () => `${address}/webhooks/twilio/status` })

afterAll(async () => {
  mail.close()
  await carriers.close()
  await pages.close()
  await inbox.close()
  await phone.close()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  for (const list of [reports, replies, stops, logged]) list.length = 0
  listener.breaksAt = ''
  listener.knows = true
  now = testNow
  inbox.rules.clear()
  await sql`delete from carrier_event`.execute(db)
})

const work = () => workEvents(parts)
const stored = () => db.selectFrom('carrier_event').selectAll().orderBy('id').execute()
/** Lets all webhooks come, and works them off. */
async function hear() {
  for (const box of [inbox, phone]) expect((await box.deliver()).failed).toBe(0)
  await work()
}
const letter = (messageId: string, to = 'ann@mail.example'): Message => ({
  ...{ letter: 'message', clubId: 1, to, subject: messageId, text: 'Hello', messageId },
})

describe('the webhook of mail', () => {
  it.each([
    ['deliver', { state: 'delivered', isAddressBad: false, detail: '' }],
    ['bounce', { state: 'bounced', isAddressBad: true, detail: expect.stringContaining('unknown user') }],
    ['softBounce', { state: 'bounced', isAddressBad: false }],
    ['complain', { state: 'complained', isAddressBad: false }],
  ] as const)('tells that a message was followed by %s, once, however often it comes', async (outcome, told) => {
    inbox.when({ outcome, isTwice: outcome === 'deliver' })
    await mail.send(letter(`recipient-${outcome}`))
    await hear()
    const expected = { channel: 'email', messageId: `recipient-${outcome}`, address: 'ann@mail.example', ...told }
    expect(reports).toMatchObject([expected])
    await hear()
    expect(reports).toHaveLength(1)
  })

  it('comes back from trouble, complaint after delivery, each once', async () => {
    await mail.send(letter('recipient-2'))
    const [id = ''] = await inbox.ids()
    await inbox.tell(id, 'complain')
    await inbox.tell(id, 'deliver')
    await hear()
    expect(reports.map(({ state }) => state).sort()).toEqual(['complained', 'delivered'])
  })

  it('says who has unsubscribed at the carrier, and what was answered', async () => {
    inbox.when({ outcome: 'nothing' })
    await mail.send(letter('recipient-3', 'bob@mail.example'))
    const { id } = await inbox.expect('bob@mail.example', 'recipient-3', AbortSignal.timeout(5000))
    await inbox.tell(id, 'unsubscribe')
    await inbox.answer(id, 'Thank you 🥋')
    await hear()
    expect(stops).toMatchObject([{ channel: 'email', address: 'bob@mail.example', isStopped: true }])
    expect(replies).toMatchObject([
      {
        channel: 'email',
        messageId: 'recipient-3',
        from: 'bob@mail.example',
        to: 'leeds@club.example',
        text: 'Thank you 🥋',
      },
    ])
  })

  it('keeps nothing of mail that bears no name of ours', async () => {
    listener.knows = false
    await mail.send({ letter: 'account', to: 'ann@mail.example', subject: 'Sign in', text: 'Hello' })
    await hear()
    expect(await stored()).toMatchObject([{ address: '', worked_at: testNow }])
  })

  it('is refused without the password, before its body is read', async () => {
    const post = (authorization: string, payload = '{}') =>
      pages.inject({ method: 'POST', url: '/honbu/webhooks/mail', headers: { authorization }, payload })
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    for (const wrong of ['', 'Bearer x', basic('honbu:'), basic('honbu'), basic(`${inbox.webhookSecret}:honbu`)])
      expect((await post(wrong)).statusCode).toBe(401)
    const right = basic(`honbu:${inbox.webhookSecret}`)
    for (const body of ['', '{', '[]', '{"RecordType":1}', '{"FromFull":{}}'])
      expect((await post(right, body)).statusCode).toBe(400)
    for (const body of ['{"RecordType":"Open"}', '{"RecordType":"Bounce","Type":"Transient"}'])
      expect((await post(right, body)).statusCode).toBe(200)
    const odd = { RecordType: 'Delivery', MessageID: 'a\0b', Recipient: 'a\0\ud800', DeliveredAt: '+275000-01-01' }
    expect((await post(right, JSON.stringify(odd))).statusCode).toBe(200)
    expect(await stored()).toMatchObject([{ provider_id: null, address: 'a\ufffd', happened_at: testNow }])
  })
})

describe('the webhooks of Twilio', () => {
  it('tell what became of a message, by its name here and there', async () => {
    phone.when({ to: '+447700900101', isTwice: true })
    const { providerId } = await sms.send({ to: '+447700900101', text: 'Hello', messageId: 'recipient-4' })
    await hear()
    const about = { channel: 'sms', messageId: 'recipient-4', providerId, address: '+447700900101' }
    expect(reports.sort((one, other) => (one.state < other.state ? -1 : 1))).toMatchObject([
      { ...about, state: 'delivered' },
      { ...about, state: 'sent' },
    ])
  })

  it('tell of a message whose answer was lost', async () => {
    phone.when({ to: '+447700900102', fault: 'lost' })
    await expect(sms.send({ to: '+447700900102', text: 'Hello', messageId: 'recipient-5' })).rejects.toThrow()
    await hear()
    expect(reports.map(({ messageId }) => messageId)).toEqual(['recipient-5', 'recipient-5'])
  })

  it.each([
    ['undelivered', false, 'The phone is off or out of reach (error 30003).'],
    ['failed', true, 'The number does not exist any more (error 30005).'],
  ] as const)('tell that it is %s, and why', async (outcome, isAddressBad, detail) => {
    phone.when({ to: '+447700900103', outcome, left: 1 })
    await sms.send({ to: '+447700900103', text: 'Hello', messageId: 'recipient-6' })
    await hear()
    expect(reports.filter(({ state }) => state === 'failed')).toMatchObject([{ isAddressBad, detail }])
  })

  it.each([
    ['STOP', true],
    [' stop. ', true],
    ['Unsubscribe', true],
    ['StopAll', true],
    ['cancel', true],
    ['END', true],
    ['quit', true],
    ['Start', false],
    ['Please stop calling', null],
    ['Yes', null],
  ])('understand %j', async (text, isStopped) => {
    await phone.answer({ from: '+447700900104', to: '+447700900000', text })
    await hear()
    expect(replies).toMatchObject([{ channel: 'sms', from: '+447700900104', to: '+447700900000', text }])
    const expected = isStopped === null ? [] : [{ channel: 'sms', address: '+447700900104', isStopped }]
    expect(stops).toMatchObject(expected)
    // What somebody wrote is with those who keep it, and no longer here.
    for (const row of await stored()) expect(JSON.stringify(row)).not.toMatch(/7700900104|calling/)
  })

  it.each(['status?message=recipient-1', 'reply'])('are refused without the right signature: %s', async which => {
    const url = `/honbu/webhooks/twilio/${which}`
    const payload = `MessageSid=SM${'0'.repeat(32)}&MessageStatus=delivered&From=%2B447700900105&Body=STOP`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const signature of ['', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='])
      expect(
        (await pages.inject({ method: 'POST', url, payload, headers: { ...headers, 'x-twilio-signature': signature } }))
          .statusCode,
      ).toBe(403)
    expect((await pages.inject({ method: 'POST', url })).statusCode).toBe(403)
    expect(await stored()).toEqual([])
  })
})

describe('what has been told', () => {
  it('is told again for days while it belongs to nobody, and then given up', async () => {
    listener.knows = false
    await mail.send(letter('recipient-8'))
    await hear()
    expect(await stored()).toMatchObject([{ worked_at: null, tries: 1, problem: 'Nothing of ours belongs to it.' }])
    for (let day = 0; day < 6; day += 1) {
      for (let step = 0; step < 8; step += 1) await work()
      now = new Date(now.getTime() + 25 * 3_600_000)
    }
    expect(await stored()).toMatchObject([{ worked_at: null }])
    for (let day = 0; day < 6; day += 1) {
      now = new Date(now.getTime() + 25 * 3_600_000)
      await work()
    }
    const [row] = await stored()
    expect(row).toMatchObject({ address: '', problem: 'Nothing of ours belongs to it.' })
    expect(row?.worked_at).not.toBeNull()
    now = new Date(now.getTime() + 91 * 86_400_000)
    await forgetEvents(parts)
    expect(await stored()).toEqual([])
  })

  it('does not wait for what somebody breaks on, which is told again', async () => {
    listener.breaksAt = 'broken@mail.example'
    await mail.send(letter('recipient-9', 'broken@mail.example'))
    await mail.send(letter('recipient-10', 'whole@mail.example'))
    await hear()
    expect(reports).toMatchObject([{ messageId: 'recipient-10' }])
    expect(logged).toMatchObject([{ error: 'TypeError', kind: 'report' }])
    expect(JSON.stringify([logged, (await stored()).map(({ problem }) => problem)])).not.toContain('broken@')
    listener.breaksAt = ''
    now = new Date(testNow.getTime() + 120_000)
    await work()
    expect(reports).toHaveLength(2)
  })

  it('is worked off once by several at the same time', async () => {
    const many = Array.from({ length: 250 }, (_, index) => letter(`recipient-m${index}`))
    await Promise.all(many.map(message => mail.send(message)))
    for (const box of [inbox, phone]) await box.deliver()
    await Promise.all([work(), work(), work()])
    expect(new Set(reports.map(({ messageId }) => messageId)).size).toBe(250)
    expect(reports).toHaveLength(250)
  })
})
