import type { RequestClient } from 'twilio'
import { NotSent } from './not-sent.ts'

/** A text message to one phone. */
export interface TextMessage {
  /** E.164: + and digits. */
  readonly to: string
  /** Up to 1,600 characters. */
  readonly text: string
  /** Our own name of this message: up to 60 letters, digits, `-` and `_`. It comes back with what the carrier reports. */
  readonly messageId?: string
}

/** A text message that the provider has taken over. */
export interface HandedText {
  /** Its name there (SM…), by which the provider reports on it. */
  readonly providerId: string
  /** The parts it is sent and charged as; 0 where the provider chooses the sender later, and cannot say yet. */
  readonly segments: number
}

export interface Sms {
  /**
   * Hands a message to the provider, for jobs; there is no way to take one back or to ask twice without sending twice.
   * @throws NotSent when it has certainly not been sent; anything else leaves that open
   */
  send(message: TextMessage): Promise<HandedText>
}

export interface SmsOptions {
  /** `https://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com`, or what speaks like it. */
  readonly url: string
  /** A number, the SID of a messaging service (MG…), or a sender's name. */
  readonly from: string
  /** Where the provider is to report what became of a message; null where it cannot reach us. */
  readonly reportsTo?: () => string | null
  /** For tests. */
  readonly fetch?: typeof fetch
}

/** Whether people can answer: to a number, and not to a name. */
export const takesReplies = (from: string): boolean => /^(?:\+?\d{3,15}|MG[0-9a-f]{32})$/i.test(from)

const patience = 20_000

/** Text messages by Twilio's own client (https://www.twilio.com/docs/messaging/api/message-resource). */
export function openSms({ url, from, reportsTo = () => null, fetch: ask = fetch }: SmsOptions): Sms {
  const base = new URL(url)
  const [sid, token] = [decodeURIComponent(base.username), decodeURIComponent(base.password)]
  const sender = /^MG[0-9a-f]{32}$/i.test(from) ? { messagingServiceSid: from } : { from }
  // What the client asks its requests of has private fields, of which it uses none.
  const httpClient = { request: requestAt(base.origin, ask) } as unknown as RequestClient
  // It is large, and many a club sends no text message.
  const client = kept(async () => (await import('twilio')).default(sid, token, { accountSid: sid, httpClient }))

  return {
    async send({ to, text, messageId }) {
      const reports = reportsTo()
      const statusCallback = reports && (messageId ? `${reports}?message=${encodeURIComponent(messageId)}` : reports)
      const { messages } = await client()
      try {
        const made = await messages.create({ to, body: text, ...sender, ...(statusCallback && { statusCallback }) })
        return { providerId: made.sid ?? '', segments: Number(made.numSegments) || 0 }
      } catch (error) {
        throw refusalOf(error) ?? error
      }
    },
  }
}

/** The client's own kind of request, by fetch, to another address than Twilio's where the settings say so. */
function requestAt(origin: string, ask: typeof fetch) {
  return async ({ method, uri = '', username, password, headers, data }: Parameters<RequestClient['request']>[0]) => {
    const { pathname, search } = new URL(uri)
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(data ?? {}))
      if (value !== undefined && value !== null) form.append(name, String(value))
    const answer = await ask(`${origin}${pathname}${search}`, {
      method,
      headers: {
        // The client knows no other headers than texts.
        ...(headers as Record<string, string>),
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      },
      body: form,
      signal: AbortSignal.timeout(patience),
      redirect: 'error',
    })
    return { statusCode: answer.status, body: await answer.text(), headers: {} }
  }
}

function refusalOf(error: unknown): NotSent | undefined {
  if (isUnreached(error)) return new NotSent('The provider of text messages cannot be reached.', { canRetry: true })
  // The client throws what holds the status of an answer in 4xx or 5xx; a redirect is no answer either.
  const { status, code } =
    typeof error === 'object' && error !== null ? (error as { status?: number; code?: number }) : {}
  if (typeof status !== 'number' || status < 400) return undefined
  const canRetry = status === 429 || status >= 500
  if (typeof code !== 'number') return new NotSent(`The provider refused it (${status}).`, { canRetry })
  return new NotSent(`${known[code] ?? 'The provider refused it'} (error ${code}).`, {
    canRetry,
    isAddressBad: badNumbers.has(code),
    isStopped: code === 21610,
  })
}

/** Only when no connection came about is it sure that nothing has been sent. */
function isUnreached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'UND_ERR_CONNECT_TIMEOUT'
}

/** Twilio's code, whose meaning is public (https://www.twilio.com/docs/api/errors); its message quotes the number. */
const known: Readonly<Record<number, string>> = {
  20003: 'The provider does not know our account',
  21211: 'This is no phone number',
  21408: 'Messages to this country are not allowed',
  21610: 'The person has answered STOP and gets no more messages',
  21612: 'This number cannot be reached from ours',
  21614: 'This is no mobile number',
  21617: 'The message is too long',
}
const badNumbers = new Set([21211, 21614])

/** Made when it is first asked for; once. */
function kept<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
