import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { openMessageFolder, receivedAt, type Said } from './messages/message-folder.ts'
import { openRules, type Rules } from './messages/rules.ts'
import { segmentsOf } from './messages/segments.ts'
import { twilioSignature } from './messages/twilio-signature.ts'
import { openOutbox } from './provider/outbox.ts'

/** How a message is not taken over: `lost` takes it and breaks the connection before it says so. */
export const smsFaults = ['down', '429', '500', 'lost', 'slow'] as const
export type SmsFault = (typeof smsFaults)[number]
/** What is told of a message that was taken over. */
export const smsOutcomes = ['delivered', 'undelivered', 'failed', 'nothing'] as const
export type SmsOutcome = (typeof smsOutcomes)[number]

export interface ReceivedSms {
  readonly id: string
  readonly receivedAt: string
  readonly from: string
  readonly to: string
  readonly text: string
  /** The provider's name of it. */
  readonly sid: string
  /** Whether somebody has sent it to us. */
  readonly isAnswer: boolean
  /** Where to report on it; '' when nobody has asked. */
  readonly reportsTo: string
}

export interface SmsRule {
  readonly to?: string
  readonly left?: number | null
  readonly fault?: SmsFault | ''
  readonly outcome?: SmsOutcome | ''
  readonly isTwice?: boolean
}

export interface SmsSandbox {
  /** Where to send text messages to: `http://SID:TOKEN@127.0.0.1:PORT`. */
  readonly url: string
  /** What has been sent, the newest first. */
  list(): Promise<ReceivedSms[]>
  /** The same with the answers. */
  conversations(): Promise<ReceivedSms[]>
  /** The first message, received before or after the call, that is to this number and has these words in it. */
  expect(to: string, words: string, signal: AbortSignal): Promise<ReceivedSms>
  said(id: string): Said[]
  readonly rules: Pick<Rules, 'list' | 'drop' | 'clear'>
  /** What is to become of messages; of all where no number is given, and always where no count is. */
  when(rule: SmsRule): void
  /** Reports on a message that is here. */
  tell(id: string, outcome: SmsOutcome): Promise<void>
  /** Somebody writes to us. Who answers STOP gets no more until START. */
  answer(message: { from: string; to: string; text: string }): Promise<void>
  /** Where answers go; none before. */
  attach(replies: string): void
  /** Sends what waits; for tests that do not let it go by itself. */
  deliver(): Promise<{ delivered: number; failed: number }>
  close(): Promise<void>
}

interface Options {
  readonly folder: string
  /** Whether webhooks go by themselves. */
  readonly sendsWebhooks?: boolean
  readonly slowMs?: number
}

interface Webhook {
  readonly url: string
  readonly form: Readonly<Record<string, string>>
}

const accountSid = 'ACsandbox'

/**
 * Speaks Twilio's "Create a Message" (https://www.twilio.com/docs/messaging/api/message-resource) on a loopback port,
 * delivers nothing, and reports by Twilio's webhooks. Each message is a file in the folder, so that several processes that
 * share it show the same. It refuses the numbers that Twilio's test credentials refuse, with the same codes.
 */
export async function openSmsSandbox({ folder, sendsWebhooks = true, slowMs = 5000 }: Options): Promise<SmsSandbox> {
  const files = openMessageFolder({ folder, ending: 'json', parse })
  // Not .json, as the messages are.
  const rules = openRules(path.join(folder, 'rules.txt'))
  const token = files.secret
  let replies: string | undefined
  const outbox = openOutbox<Webhook>({
    batch: 1,
    endpointOf: () => ({ url: '', secret: token }),
    requestOf: ([{ url, form } = { url: '', form: {} }], { secret }) => ({
      // Each message says where to report on it.
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        'user-agent': 'TwilioProxy/1.1',
        'x-twilio-signature': twilioSignature(secret, url, form),
      },
      body: new URLSearchParams(form).toString(),
    }),
    settles: status => status >= 200 && status < 500,
    delivered: () => {},
    disorder: () => ({ shuffle: false, repeat: false }),
    automatic: sendsWebhooks,
  })
  const post = (webhook: Webhook) => outbox.add('sms', webhook)

  const server = createServer((request, response) => {
    answerApi(request, response).catch(() => void response.destroy())
  })

  async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = (status: number, code: number, message: string) =>
      say(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })

    const form = await formOf(request)
    const [to, text] = [form.get('To') ?? '', form.get('Body') ?? '']
    const rule = rules.take(to, ({ fault }) => fault !== stopped)
    if (rule?.fault === 'down') return void request.socket.destroy()
    if (!isSignedIn(request.headers.authorization, token)) return refuse(401, 20003, 'Authenticate')
    if (request.method !== 'POST' || request.url !== `/2010-04-01/Accounts/${accountSid}/Messages.json`)
      return refuse(404, 20404, `The requested resource ${request.url} was not found`)
    if (rule?.fault === '429') return refuse(429, 20429, 'Too Many Requests')
    if (rule?.fault === '500') return refuse(500, 20500, 'Internal Server Error')
    const from = form.get('From') ?? form.get('MessagingServiceSid') ?? ''
    if (from === '') return refuse(400, 21603, "A 'From' phone number is required.")
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return refuse(400, 21211, `The 'To' number ${to} is not a valid phone number.`)
    if (text === '') return refuse(400, 21602, 'Message body is required.')
    if (text.length > 1600) return refuse(400, 21617, 'The concatenated message body exceeds the 1600 character limit')
    const code = refusedNumbers[to] ?? (hasStopped(to) ? 21610 : undefined)
    if (code !== undefined) return refuse(400, code, `The message to ${to} was refused.`)
    if (rule?.fault === 'slow') await new Promise<void>(late => setTimeout(late, slowMs))
    const message = await keep({ from, to, text, isAnswer: false, reportsTo: form.get('StatusCallback') ?? '' })
    if (rule?.fault) files.note(message.id, `Trouble: ${rule.fault}`)
    const outcome = smsOutcomes.find(outcome => outcome === rule?.outcome) ?? 'delivered'
    for (let times = rule?.isTwice ? 2 : 1; times > 0; times -= 1) await tell(message.id, outcome)
    if (rule?.fault === 'lost') return void request.socket.destroy()
    const segments = String(from.startsWith('MG') ? 0 : segmentsOf(text))
    say(201, { sid: message.sid, status: 'queued', to, from, body: text, num_segments: segments, error_code: null })
  }

  async function keep(message: Omit<ReceivedSms, 'id' | 'receivedAt' | 'sid'>): Promise<ReceivedSms> {
    const id = await files.put(JSON.stringify(message))
    return parse(Buffer.from(JSON.stringify(message)), id)
  }

  async function tell(id: string, outcome: SmsOutcome): Promise<void> {
    const message = await files.find(id)
    if (!message?.reportsTo || outcome === 'nothing') return
    const { sid, from, to, reportsTo: url } = message
    const errorCode = { delivered: '', undelivered: '30003', failed: '30005' }[outcome]
    for (const status of outcome === 'failed' ? [outcome] : ['sent', outcome]) {
      const form = { AccountSid: accountSid, MessageSid: sid, SmsSid: sid, MessageStatus: status, SmsStatus: status }
      const why = errorCode && status === outcome ? { ErrorCode: errorCode } : {}
      post({ url, form: { ...form, From: from, To: to, ApiVersion: '2010-04-01', ...why } })
    }
    files.note(id, `Told: ${outcome}`)
  }

  /** Who has answered STOP is among the rules, under a fault that is none. */
  const hasStopped = (number: string) => rules.list().some(({ to, fault }) => to === number && fault === stopped)

  async function answer({ from, to, text }: { from: string; to: string; text: string }): Promise<void> {
    const word = text.trim().toUpperCase()
    const stops = rules.list().filter(rule => rule.to === from && rule.fault === stopped)
    if (stopWords.has(word) && stops.length === 0) rules.add({ to: from, fault: stopped })
    if (word === 'START' || word === 'UNSTOP') for (const { id } of stops) rules.drop(id)
    const { sid } = await keep({ from, to, text, isAnswer: true, reportsTo: '' })
    const form = { AccountSid: accountSid, MessageSid: sid, SmsSid: sid, SmsMessageSid: sid, SmsStatus: 'received' }
    const segments = String(segmentsOf(text))
    const rest = { From: from, To: to, Body: text, NumSegments: segments, NumMedia: '0', ApiVersion: '2010-04-01' }
    if (replies !== undefined) post({ url: replies, form: { ...form, ...rest } })
  }

  async function conversations(): Promise<ReceivedSms[]> {
    const messages = await Promise.all((await files.ids()).map(id => files.find(id)))
    return messages.filter(message => message !== undefined)
  }

  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => listening())
  })
  // A TCP server's address is always an object.
  const { port } = server.address() as AddressInfo

  return {
    url: `http://${accountSid}:${token}@127.0.0.1:${port}`,
    list: async () => (await conversations()).filter(({ isAnswer }) => !isAnswer),
    conversations,
    expect: (to, words, signal) =>
      files.expect(message => !message.isAnswer && message.to === to && message.text.includes(words), signal),
    said: files.said,
    rules,
    when: rules.add,
    tell,
    answer,
    attach(address) {
      replies = address
    },
    deliver: outbox.deliver,
    close: () => {
      outbox.close()
      return new Promise(closed => {
        server.close(() => closed())
        server.closeAllConnections()
      })
    },
  }
}

const stopped = 'STOP'
const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])

/** https://www.twilio.com/docs/iam/test-credentials, "Parameters for sending an SMS" */
const refusedNumbers: Readonly<Record<string, number>> = {
  '+15005550001': 21211,
  '+15005550002': 21612,
  '+15005550003': 21408,
  '+15005550004': 21610,
  '+15005550009': 21614,
}

function isSignedIn(authorization: string | undefined, token: string): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}`)
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

function parse(bytes: Buffer, id: string): ReceivedSms {
  // Written by `keep`; by older versions without what came later.
  const message = JSON.parse(bytes.toString('utf8')) as Pick<ReceivedSms, 'from' | 'to' | 'text'> & Partial<ReceivedSms>
  const { from, to, text, isAnswer = false, reportsTo = '' } = message
  const sid = `SM${id
    .replaceAll(/[^0-9a-zA-Z]/g, '')
    .padEnd(32, '0')
    .slice(0, 32)}`
  return { id, receivedAt: receivedAt(id), from, to, text, sid, isAnswer, reportsTo }
}
