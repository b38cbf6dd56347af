import { createHash } from 'node:crypto'
import type { AddressInfo, Socket } from 'node:net'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { openMessageFolder, receivedAt, type Said } from './messages/message-folder.ts'
import { inboundBody, type MailOutcome, mailOutcomes, reportBody } from './messages/postmark.ts'
import { openRules, type Rule, type Rules } from './messages/rules.ts'
import { openOutbox } from './provider/outbox.ts'

/**
 * How a message is not taken over: `down` breaks the connection, `cutBeforeData` does before the text, `cutMidway` in it,
 * `cutAfter` when the message has been kept and before that is said; `later` is a 451, `nobody` a 550 for the address,
 * `refused` a 554 for the text; `slow` takes it late.
 */
export const mailFaults = [
  ...(['down', 'later', 'nobody', 'refused'] as const),
  ...(['cutBeforeData', 'cutMidway', 'cutAfter', 'slow'] as const),
] as const
export type MailFault = (typeof mailFaults)[number]

export interface ReceivedMail {
  readonly id: string
  readonly receivedAt: string
  readonly from: string
  readonly fromName: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly messageId: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly bytes: Buffer }[]
  /** Every address in the text, in its order. */
  readonly links: readonly string[]
}

export interface MailSandbox {
  /** Where to send mail to: `smtp://127.0.0.1:PORT`. */
  readonly smtpUrl: string
  /** The password of its webhooks. */
  readonly webhookSecret: string
  /** The newest first. */
  list(): Promise<ReceivedMail[]>
  ids(): Promise<string[]>
  find(id: string): Promise<ReceivedMail | undefined>
  raw(id: string): Promise<Buffer | undefined>
  /** The first message, received before or after the call, that is to this address and has these words in its subject. */
  expect(to: string, subject: string, signal: AbortSignal): Promise<ReceivedMail>
  /** What went wrong with it, and what was told of it. */
  said(id: string): Said[]
  readonly rules: Pick<Rules, 'list' | 'drop' | 'clear'>
  /** What is to become of messages; of all where no address is given, and always where no number is. */
  when(rule: MailRule): void
  /** Tells the product's webhook something about a message that is here. */
  tell(id: string, outcome: MailOutcome): Promise<void>
  /** Somebody answers a message. */
  answer(id: string, text: string): Promise<void>
  /** Where webhooks go; nothing is told before. */
  attach(webhooks: string): void
  /** Sends what waits; for tests that do not let it go by itself. */
  deliver(): Promise<{ delivered: number; failed: number }>
  close(): Promise<void>
}

export interface MailRule {
  readonly to?: string
  readonly left?: number | null
  readonly fault?: MailFault | ''
  readonly outcome?: MailOutcome | ''
  readonly isTwice?: boolean
}

interface Options {
  readonly folder: string
  /** Whether webhooks go by themselves. */
  readonly sendsWebhooks?: boolean
  readonly slowMs?: number
}

/**
 * A mail server that delivers nothing: real SMTP on a loopback port, and the webhooks of a carrier that reports on mail
 * (Postmark's). Several processes that share the folder show the same messages.
 */
export async function openMailSandbox({ folder, sendsWebhooks = true, slowMs = 5000 }: Options): Promise<MailSandbox> {
  const files = openMessageFolder({ folder, ending: 'eml', parse })
  const rules = openRules(path.join(folder, 'rules.json'))
  let webhooks: string | undefined
  const outbox = openOutbox<object>({
    batch: 1,
    endpointOf: () => (webhooks === undefined ? undefined : { url: webhooks, secret: files.secret }),
    requestOf: ([event], { secret }) => ({
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Postmark',
        authorization: `Basic ${Buffer.from(`honbu:${secret}`).toString('base64')}`,
      },
      body: JSON.stringify(event),
    }),
    // "403: stop" (https://postmarkapp.com/developer/webhooks/webhooks-overview)
    settles: status => status === 200 || status === 403,
    delivered: () => {},
    disorder: () => ({ shuffle: false, repeat: false }),
    automatic: sendsWebhooks,
  })

  // The connections by the client's port, which a session knows: the server itself does not hand them out.
  const sockets = new Map<number, Socket>()
  const ruleOf = new WeakMap<SMTPServerSession, Rule>()
  const cut = ({ remotePort }: SMTPServerSession) => sockets.get(remotePort)?.destroy()

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // One command at a time, so that it can break off between two.
    hidePIPELINING: true,
    size: 30 * 1024 * 1024,
    logger: false,
    onConnect(session, done) {
      if (rules.take('', rule => rule.to === '' && rule.fault === 'down')) cut(session)
      done()
    },
    onRcptTo({ address }, session, done) {
      const rule = rules.take(address, ({ to, fault }) => to !== '' || fault !== 'down')
      ruleOf.delete(session)
      if (rule) ruleOf.set(session, rule)
      if (rule?.fault === 'down') cut(session)
      if (rule?.fault === 'later') return done(reply(451, '4.3.2 Come back later'))
      if (rule?.fault === 'nobody') return done(reply(550, '5.1.1 There is nobody of this name'))
      if (rule?.fault === 'cutBeforeData') {
        // Before the server itself hears DATA, and asks for the text.
        sockets.get(session.remotePort)?.prependOnceListener('data', () => cut(session))
      }
      return done()
    },
    onData(stream, session, done) {
      const rule = ruleOf.get(session)
      if (rule?.fault === 'cutMidway') stream.once('data', () => cut(session))
      keep(stream, rule).then(error => (rule?.fault === 'cutAfter' ? cut(session) : done(error)), done)
    },
  })
  // A client that breaks off is its own trouble.
  server.on('error', () => {})
  server.server.prependListener('connection', (socket: Socket) => {
    const { remotePort } = socket
    if (remotePort === undefined) return
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })

  async function keep(stream: AsyncIterable<Buffer>, rule: Rule | undefined) {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    if (rule?.fault === 'cutMidway') return null
    if (rule?.fault === 'refused') return reply(554, '5.7.1 The text was taken for spam')
    if (rule?.fault === 'slow') await new Promise<void>(late => setTimeout(late, slowMs))
    const id = await files.put(Buffer.concat(chunks))
    if (rule?.fault) files.note(id, `Trouble: ${rule.fault}`)
    const outcome = outcomeIn(rule?.outcome)
    if (webhooks !== undefined) for (let times = rule?.isTwice ? 2 : 1; times > 0; times -= 1) await tell(id, outcome)
    return null
  }

  async function tell(id: string, outcome: MailOutcome): Promise<void> {
    const message = await files.find(id)
    if (!message) return
    const metadata = message.headers.flatMap(({ name, value }) =>
      name.startsWith('x-pm-metadata-') ? [[name.slice('x-pm-metadata-'.length), value] as const] : [],
    )
    const { from, subject } = message
    for (const recipient of message.to) {
      const about = { carrierId: carrierIdOf(id), recipient, from, subject, metadata: Object.fromEntries(metadata) }
      const body = reportBody(outcome, about)
      if (!body) continue
      outbox.add('mail', body)
      files.note(id, `Told: ${outcome}`)
    }
  }

  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => listening())
  })
  // A TCP server's address is always an object.
  const { port } = server.server.address() as AddressInfo

  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    webhookSecret: files.secret,
    async list() {
      const messages = await Promise.all((await files.ids()).map(id => files.find(id)))
      return messages.filter(message => message !== undefined)
    },
    expect: (to, subject, signal) =>
      files.expect(message => message.to.includes(to) && message.subject.includes(subject), signal),
    ids: files.ids,
    find: files.find,
    raw: files.raw,
    said: files.said,
    rules,
    when: rules.add,
    tell,
    async answer(id, text) {
      const message = await files.find(id)
      if (!message) return
      const { to, from, subject, messageId: answers, headers } = message
      const replyTo = headers.find(({ name }) => name === 'reply-to')?.value ?? from
      outbox.add('mail', inboundBody({ from: to[0] ?? '', to: replyTo, subject, answers, text }))
      files.note(id, `Answered: ${text}`)
    },
    attach(address) {
      webhooks = address
    },
    deliver: outbox.deliver,
    close: () => {
      outbox.close()
      return new Promise(closed => server.close(closed))
    },
  }
}

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

const outcomeIn = (text: string | undefined): MailOutcome => mailOutcomes.find(outcome => outcome === text) ?? 'deliver'

/** Postmark names each message by a UUID. */
function carrierIdOf(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

async function parse(raw: Buffer, id: string): Promise<ReceivedMail> {
  const message = await PostalMime.parse(raw)
  const text = message.text ?? ''
  return {
    id,
    receivedAt: receivedAt(id),
    from: message.from?.address ?? '',
    fromName: message.from?.name ?? '',
    to: (message.to ?? []).flatMap(({ address }) => address ?? []),
    subject: message.subject ?? '',
    text,
    html: message.html ?? '',
    messageId: message.messageId ?? '',
    headers: message.headers.map(({ key, value }) => ({ name: key.toLowerCase(), value })),
    attachments: message.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? 'file',
      contentType: mimeType,
      bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
    })),
    links: linksIn(text),
  }
}

/** A link in brackets, or at the end of a sentence, ends before what closes it. */
const linksIn = (text: string): string[] =>
  (text.match(/https?:\/\/[^\s<>"]+/g) ?? []).map(link =>
    link.replace(link.includes('(') ? /[.,;:!?]+$/ : /[).,;:!?]+$/, ''),
  )
