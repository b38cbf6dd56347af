/** A text message to one phone. */
export interface TextMessage {
  /** E.164: + and digits. */
  readonly to: string
  /** Up to 1,600 characters. */
  readonly text: string
}

export interface Sms {
  /**
   * Hands a message to the provider, for jobs; there is no way to take one back or to ask twice without sending twice.
   * @throws NotSent when it has certainly not been sent; anything else leaves that open
   */
  send(message: TextMessage): Promise<void>
}

/** A message that was not sent. `message` is fit to be shown: it holds neither number nor text. */
export class NotSent extends Error {
  readonly canRetry: boolean
  constructor(message: string, canRetry: boolean) {
    super(message)
    this.canRetry = canRetry
  }
}

export interface SmsOptions {
  /** `https://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com`, or what speaks like it. */
  readonly url: string
  /** A number, the SID of a messaging service (MG…), or a sender's name. */
  readonly from: string
  /** For tests. */
  readonly fetch?: typeof fetch
}

const patience = 20_000

/**
 * Text messages by Twilio's REST API (https://www.twilio.com/docs/messaging/api/message-resource, "Create a Message"):
 * one form, posted. Its client library would bring 60 times the code for it.
 */
export function openSms({ url, from, fetch: ask = fetch }: SmsOptions): Sms {
  const base = new URL(url)
  const sid = decodeURIComponent(base.username)
  const authorization = `Basic ${Buffer.from(`${sid}:${decodeURIComponent(base.password)}`).toString('base64')}`
  const address = `${base.origin}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`
  const sender = /^MG[0-9a-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from }

  return {
    async send({ to, text }) {
      const answer = await ask(address, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams({ To: to, Body: text, ...sender }),
        signal: AbortSignal.timeout(patience),
        redirect: 'error',
      }).catch((error: unknown) => {
        if (isUnreached(error)) throw new NotSent('The provider of text messages cannot be reached.', true)
        throw error
      })
      if (answer.ok) return void (await answer.body?.cancel())
      throw new NotSent(await refusal(answer), answer.status === 429 || answer.status >= 500)
    },
  }
}

/** Only when no connection came about is it sure that nothing has been sent. */
function isUnreached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'UND_ERR_CONNECT_TIMEOUT'
}

/** Twilio's code, whose meaning is public; its message quotes the number. */
async function refusal(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null)
  const code = typeof body === 'object' && body !== null && 'code' in body ? Number(body.code) : Number.NaN
  if (Number.isNaN(code)) return `The provider refused it (${answer.status}).`
  return `${known[code] ?? 'The provider refused it'} (error ${code}).`
}

/** https://www.twilio.com/docs/api/errors */
const known: Readonly<Record<number, string>> = {
  20003: 'The provider does not know our account',
  21211: 'This is no phone number',
  21408: 'Messages to this country are not allowed',
  21610: 'The person has answered STOP and gets no more messages',
  21612: 'This number cannot be reached from ours',
  21614: 'This is no mobile number',
  21617: 'The message is too long',
}
