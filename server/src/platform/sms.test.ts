import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { openSmsSandbox } from '@honbu/sandbox/sms.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { mobileNumber } from './mobile-number.ts'
import { NotSent } from './not-sent.ts'
import { openSms } from './sms.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-sms-'))
const sandbox = await openSmsSandbox({ folder })
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Where somebody listened until just now. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const refusal = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    if (error instanceof NotSent) return { message: error.message, canRetry: error.canRetry }
    throw error
  }
  return 'sent'
}

describe('openSms', () => {
  it('sends what is asked, as it is', async () => {
    const sms = openSms({ url: sandbox.url, from: 'Honbu' })
    const text = 'Zoë & friends: 50% + £5 👋\nSee you'
    await sms.send({ to: '+447700900123', text })
    const [message] = await sandbox.list()
    expect(message).toMatchObject({ from: 'Honbu', to: '+447700900123', text })
  })

  it('says by which name the provider knows it, and as how many parts it goes', async () => {
    const sms = openSms({ url: sandbox.url, from: 'Honbu', reportsTo: () => 'http://127.0.0.1:9/status' })
    const handed = await sms.send({ to: '+447700900123', text: 'é'.repeat(161), messageId: 'recipient-7' })
    const [message] = await sandbox.list()
    expect(handed).toEqual({ providerId: message?.sid, segments: 2 })
    expect(message?.reportsTo).toBe('http://127.0.0.1:9/status?message=recipient-7')
  })

  it.each(['429', '500'] as const)('may try again where the provider answers %s', async fault => {
    sandbox.when({ fault, left: 1 })
    const sms = openSms({ url: sandbox.url, from: 'Honbu' })
    const to = `+447700900${fault}`
    expect(await refusal(sms.send({ to, text: 'Busy' }))).toMatchObject({ canRetry: true })
    await sms.send({ to, text: 'Busy' })
    expect((await sandbox.list()).filter(message => message.to === to)).toHaveLength(1)
  })

  it.each([
    ['down', 0],
    ['lost', 1],
  ] as const)('leaves open what became of a message where the connection breaks: %s', async (fault, taken) => {
    const to = fault === 'down' ? '+447700900125' : '+447700900126'
    sandbox.when({ to, fault })
    const sms = openSms({ url: sandbox.url, from: 'Honbu' })
    await expect(refusal(sms.send({ to, text: 'Hello' }))).rejects.toThrow('fetch failed')
    expect((await sandbox.list()).filter(message => message.to === to)).toHaveLength(taken)
  })

  it('says who wants no more, and whose number is none', async () => {
    const sms = openSms({ url: sandbox.url, from: 'Honbu' })
    const send = (to: string) => sms.send({ to, text: 'Hello' })
    await sandbox.answer({ from: '+447700900127', to: 'Honbu', text: 'stop' })
    await expect(send('+447700900127')).rejects.toMatchObject({ isStopped: true, isAddressBad: false })
    await sandbox.answer({ from: '+447700900127', to: 'Honbu', text: 'START' })
    await send('+447700900127')
    await expect(send('+15005550009')).rejects.toMatchObject({ isStopped: false, isAddressBad: true })
  })

  it.each([
    ['+15005550001', 'This is no phone number (error 21211).'],
    ['+15005550004', 'The person has answered STOP and gets no more messages (error 21610).'],
    ['+15005550009', 'This is no mobile number (error 21614).'],
  ])('says why %s is refused, without the number', async (to, message) => {
    const sms = openSms({ url: sandbox.url, from: '+447700900000' })
    expect(await refusal(sms.send({ to, text: 'Hello' }))).toEqual({ message, canRetry: false })
  })

  it('does not send with another account', async () => {
    const url = sandbox.url.replace(/:[^:@/]+@/, ':wrong@')
    const sms = openSms({ url, from: 'Honbu' })
    expect(await refusal(sms.send({ to: '+447700900123', text: 'Hello' }))).toEqual({
      message: 'The provider does not know our account (error 20003).',
      canRetry: false,
    })
  })

  it('may try again where nobody answers, or the provider is busy', async () => {
    const closed = openSms({ url: `http://AC:token@127.0.0.1:${await closedPort()}`, from: 'Honbu' })
    expect(await refusal(closed.send({ to: '+447700900123', text: 'Hello' }))).toMatchObject({ canRetry: true })
    const busy = openSms({
      url: 'https://AC:token@api.example',
      from: 'Honbu',
      fetch: async () => new Response('busy', { status: 503 }),
    })
    expect(await refusal(busy.send({ to: '+447700900123', text: 'Hello' }))).toEqual({
      message: 'The provider refused it (503).',
      canRetry: true,
    })
  })

  it('speaks as Twilio documents it', async () => {
    const asked: { address: string; body: string; authorization: string | null }[] = []
    const sms = openSms({
      url: 'https://AC1:to%2Fken@api.example',
      from: `MG${'a'.repeat(32)}`,
      fetch: async (address, init) => {
        const request = new Request(address, init)
        asked.push({
          address: request.url,
          body: await request.text(),
          authorization: request.headers.get('authorization'),
        })
        return new Response('{}', { status: 201 })
      },
    })
    await sms.send({ to: '+447700900123', text: 'Hello' })
    expect(asked).toEqual([
      {
        address: 'https://api.example/2010-04-01/Accounts/AC1/Messages.json',
        body: `To=%2B447700900123&MessagingServiceSid=MG${'a'.repeat(32)}&Body=Hello`,
        authorization: `Basic ${Buffer.from('AC1:to/ken').toString('base64')}`,
      },
    ])
  })
})

describe('mobileNumber', () => {
  it.each([
    ['07700 900123', '+447700900123'],
    ['+44 (0)7700 900123', '+447700900123'],
    ['07700900123 / 0113 496 0000 (work)', '+447700900123'],
    ['0049 151 23456789', '+4915123456789'],
    ['07700', null],
    ['ask his mother', null],
    ['', null],
    [null, null],
  ])('reads %j as %j', (text, number) => {
    expect(mobileNumber(text)).toBe(number)
  })
})
