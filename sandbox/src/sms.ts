import { randomUUID, timingSafeEqual } from 'node:crypto'
import { EventEmitter, on } from 'node:events'
import { mkdirSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

export interface ReceivedSms {
  readonly id: string
  readonly receivedAt: string
  readonly from: string
  readonly to: string
  readonly text: string
}

export interface SmsSandbox {
  /** Where to send text messages to: `http://SID:TOKEN@127.0.0.1:PORT`. */
  readonly url: string
  /** The newest first. */
  list(): Promise<ReceivedSms[]>
  /** The first message, received before or after the call, that is to this number and has these words in it. */
  expect(to: string, words: string, signal: AbortSignal): Promise<ReceivedSms>
  close(): Promise<void>
}

const kept = 200
const sid = 'ACsandbox'

/**
 * Speaks Twilio's "Create a Message" (https://www.twilio.com/docs/messaging/api/message-resource) on a loopback port and
 * delivers nothing: each message is a file in the folder, which is the only state, so that several processes that share it
 * show the same. It refuses the numbers that Twilio's test credentials refuse, with the same codes.
 */
export async function openSmsSandbox({ folder }: { folder: string }): Promise<SmsSandbox> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const token = randomUUID()
  const arrivals = new EventEmitter()
  arrivals.setMaxListeners(0)
  const server = createServer((request, response) => {
    answer(request, response).catch(() => void response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = (status: number, code: number, message: string) => say(status, { code, message, status })

    if (!isSignedIn(request.headers.authorization, token)) return refuse(401, 20003, 'Authenticate')
    if (request.method !== 'POST' || request.url !== `/2010-04-01/Accounts/${sid}/Messages.json`)
      return refuse(404, 20404, `The requested resource ${request.url} was not found`)
    const form = await formOf(request)
    const [to, text] = [form.get('To') ?? '', form.get('Body') ?? '']
    const from = form.get('From') ?? form.get('MessagingServiceSid') ?? ''
    if (from === '') return refuse(400, 21603, "A 'From' phone number is required.")
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return refuse(400, 21211, `The 'To' number ${to} is not a valid phone number.`)
    if (text === '') return refuse(400, 21602, 'Message body is required.')
    if (text.length > 1600) return refuse(400, 21617, 'The concatenated message body exceeds the 1600 character limit')
    const code = refusedNumbers[to]
    if (code !== undefined) return refuse(400, code, `The message to ${to} was refused.`)
    const message = await keep({ from, to, text })
    say(201, { sid: `SM${message.id.slice(-8)}`, status: 'queued', to, from, body: text, error_code: null })
  }

  async function keep(message: Omit<ReceivedSms, 'id' | 'receivedAt'>): Promise<ReceivedSms> {
    const receivedAt = new Date().toISOString()
    // The name begins with the time, so that the order of names is the order of arrival.
    const id = `${receivedAt.replaceAll(/[-:.]/g, '')}-${randomUUID().slice(0, 8)}`
    const received = { id, receivedAt, ...message }
    await writeFile(path.join(folder, `${id}.json`), JSON.stringify(received), { mode: 0o600 })
    arrivals.emit('message')
    const names = await fileNames()
    for (const name of names.slice(kept)) await rm(path.join(folder, name), { force: true })
    return received
  }

  async function fileNames(): Promise<string[]> {
    const names = await readdir(folder)
    return names.filter(name => /^[\w-]+\.json$/.test(name)).sort((one, other) => (one < other ? 1 : -1))
  }

  async function list(): Promise<ReceivedSms[]> {
    const messages = await Promise.all((await fileNames()).map(name => read(path.join(folder, name))))
    return messages.filter(message => message !== undefined)
  }

  async function expect(to: string, words: string, signal: AbortSignal): Promise<ReceivedSms> {
    const arrival = on(arrivals, 'message', { signal })
    for (;;) {
      const found = (await list()).find(message => message.to === to && message.text.includes(words))
      if (found) return found
      await arrival.next()
    }
  }

  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => listening())
  })
  // A TCP server's address is always an object.
  const { port } = server.address() as AddressInfo

  return {
    url: `http://${sid}:${token}@127.0.0.1:${port}`,
    list,
    expect,
    close: () =>
      new Promise(closed => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** https://www.twilio.com/docs/iam/test-credentials, "Parameters for sending an SMS" */
const refusedNumbers: Readonly<Record<string, number>> = {
  '+15005550001': 21211,
  '+15005550002': 21612,
  '+15005550003': 21408,
  '+15005550004': 21610,
  '+15005550009': 21614,
}

function isSignedIn(authorization: string | undefined, token: string): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`)
  const given = Buffer.from(authorization ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > 100_000) throw new Error('a message is shorter than that')
  }
  return new URLSearchParams(text)
}

/** Undefined when the file has gone in the meantime. */
async function read(file: string): Promise<ReceivedSms | undefined> {
  try {
    // Written by `keep` above.
    return JSON.parse(await readFile(file, 'utf8')) as ReceivedSms
  } catch {
    return undefined
  }
}
