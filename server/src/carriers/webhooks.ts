import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSameSecret } from '../platform/same-secret.ts'
import type { CarrierEvent } from './carrier-event.ts'
import { mailEvents } from './mail-events.ts'
import { twilioReply, twilioReport } from './twilio-events.ts'

export interface WebhookParts {
  /** The public address of the product with its path, as the carriers were told it. */
  readonly address: string
  /** Twilio's auth token, with which it signs. */
  readonly twilioToken: string
  /** The password of the carrier of mail; undefined: nobody is believed. */
  readonly mailSecret: string | undefined
  readonly take: (events: readonly CarrierEvent[]) => Promise<void>
}

const open = { config: { access: 'anyone' } } as const
/** A message with what is attached to it; Postmark takes 35 MB in all. */
const mostBytes = 40 * 1024 * 1024

/** Where carriers tell us what became of messages. Who cannot prove to be one is refused; the rest is stored and answered. */
export function serveCarrierWebhooks(app: FastifyInstance, parts: WebhookParts): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 100_000 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/webhooks/twilio/status', open, (request, reply) =>
      fromTwilio(request, reply, form => twilioReport(form, textsOf(request.query))),
    )
    scope.post('/webhooks/twilio/reply', open, (request, reply) => fromTwilio(request, reply, twilioReply))
  })

  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )
    // Before the body is read, which may be large.
    scope.addHook('onRequest', async (request, reply) => {
      if (!isCarrierOfMail(request)) {
        reply.header('www-authenticate', 'Basic realm="webhooks"')
        return say(reply, 401, 'The password is not right.')
      }
      return undefined
    })
    scope.post('/webhooks/mail', open, async ({ body }, reply) => {
      const events = mailEvents(parsed(body))
      if (!events) return say(reply, 400, 'The body is not what was expected.')
      await parts.take(events)
      return reply.code(200).send({})
    })
  })

  async function fromTwilio(
    { url, headers, body }: FastifyRequest,
    reply: FastifyReply,
    eventsOf: (form: Record<string, string>) => CarrierEvent[],
  ) {
    const form = formOf(body)
    const signature = headers['x-twilio-signature']
    const { default: twilio } = await import('twilio')
    // It signs the address that it was told, which a proxy may have shortened on the way here.
    const asked = new URL(parts.address).origin + url
    if (typeof signature !== 'string' || !twilio.validateRequest(parts.twilioToken, signature, asked, form))
      return say(reply, 403, 'The signature is not right.')
    await parts.take(eventsOf(form))
    // No answer by text message.
    return reply.code(200).type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response></Response>')
  }

  function isCarrierOfMail({ headers }: FastifyRequest): boolean {
    const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '') ?? []
    const [, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
    return parts.mailSecret !== undefined && isSameSecret(password.join(':'), parts.mailSecret)
  }
}

const say = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ isSuccess: false, error: 'invalid', message })

const formOf = (body: unknown) => Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''))

const textsOf = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query ?? {}).filter((field): field is [string, string] => typeof field[1] === 'string'),
  )

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '')
  } catch {
    return null
  }
}
