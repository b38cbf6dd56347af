import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { WebhookSecret } from '../providers/index.ts'

/** What is kept of an event: what it is about, and why; never what it says of a bank account or a card. */
export interface ProviderEvent {
  readonly eventId: string
  readonly resourceType: string
  readonly action: string
  readonly links: Readonly<Record<string, string>>
  readonly details: Readonly<Record<string, string | boolean>>
  readonly happenedAt: Date
}

const word = z.string().check(z.minLength(1), z.maxLength(60))
const reference = z.string().check(z.minLength(1), z.maxLength(100))
const optional = z.optional(z.nullable(z.string()))

const GoCardlessEvents = z.object({
  events: z.array(
    z.object({
      id: reference,
      created_at: z.string(),
      resource_type: word,
      action: word,
      links: z._default(z.record(z.string(), z.unknown()), {}),
      details: z._default(
        z.object({
          cause: optional,
          description: optional,
          reason_code: optional,
          will_attempt_retry: z.optional(z.nullable(z.boolean())),
        }),
        {},
      ),
    }),
  ),
})

/** The rows that an event may be about. */
const keptLinks = [
  'mandate',
  'new_mandate',
  'payment',
  'subscription',
  'billing_request',
  'mandate_request_mandate',
  'payment_request_payment',
  'payout',
  'refund',
]

/** The events of a webhook of GoCardless, up to 250; null for a body that is not one. */
export function goCardlessEvents(body: string): ProviderEvent[] | null {
  const parsed = GoCardlessEvents.safeParse(jsonOf(body))
  if (!parsed.success) return null
  return parsed.data.events.map(event => ({
    eventId: event.id,
    resourceType: event.resource_type,
    action: event.action,
    links: Object.fromEntries(
      keptLinks.flatMap(name => {
        const link = event.links[name]
        return typeof link === 'string' && link.length <= 100 ? [[name, link]] : []
      }),
    ),
    details: Object.fromEntries(
      Object.entries(event.details).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : [[name, typeof value === 'string' ? value.slice(0, 300) : value]],
      ),
    ),
    happenedAt: instantOf(event.created_at),
  }))
}

const StripeEvent = z.object({
  id: reference,
  type: word,
  created: z.int(),
  data: z.object({ object: z.object({ id: reference, object: word, payment_intent: z.optional(z.unknown()) }) }),
})

/** The event of a webhook of Stripe; null for a body that is not one. */
export function stripeEvents(body: string): ProviderEvent[] | null {
  const parsed = StripeEvent.safeParse(jsonOf(body))
  if (!parsed.success) return null
  const { id, type, created, data } = parsed.data
  const { payment_intent: intent } = data.object
  return [
    {
      eventId: id,
      resourceType: data.object.object,
      action: type,
      links: {
        // What a charge or a dispute is of; written out where somebody has asked for that.
        ...(typeof intent === 'string' && intent.length <= 100 && { payment_intent: intent }),
        [data.object.object]: data.object.id,
      },
      details: {},
      happenedAt: new Date(created * 1000),
    },
  ]
}

function jsonOf(body: string): unknown {
  try {
    // U+0000 is text in JSON but not in Postgres.
    return body.includes('\\u0000') ? null : JSON.parse(body)
  } catch {
    return null
  }
}

const instantOf = (text: string) => new Date(Number.isNaN(Date.parse(text)) ? 0 : Date.parse(text))

/**
 * `Webhook-Signature` of GoCardless: the hexadecimal HMAC-SHA256 of the body as it came.
 * @returns the accounts whose secret it is signed with: clubs that share an account there have each entered it
 */
export function signedByGoCardless(body: Buffer, signature: string, secrets: readonly WebhookSecret[]): number[] {
  return accountsOf(secrets, secret => matches(hmac(secret, body), signature))
}

const accountsOf = (secrets: readonly WebhookSecret[], isSigned: (secret: string) => boolean) =>
  secrets.flatMap(({ accountId, secret }) => (isSigned(secret) ? [accountId] : []))

/** Stripe signs with two secrets while one takes the place of the other, and in test mode adds one of another scheme. */
const mostSignatures = 4

/** Seconds by which a signature of Stripe may be older, or by another clock. */
const tolerance = 300

/** `Stripe-Signature` (https://docs.stripe.com/webhooks#verify-manually): `t=…,v1=…`, over the time and the body. */
export function signedByStripe(
  body: Buffer,
  header: string,
  { secrets, now }: { secrets: readonly WebhookSecret[]; now: Date },
): number[] {
  const parts = header.split(',').map(part => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1000 - Number(time)) > tolerance) return []
  const signatures = parts.flatMap(([name, value]) => (name === 'v1' && value ? [value] : []))
  if (signatures.length > mostSignatures) return []
  const signed = Buffer.concat([Buffer.from(`${time}.`), body])
  return accountsOf(secrets, secret => {
    const expected = hmac(secret, signed)
    return signatures.some(signature => matches(expected, signature))
  })
}

const hmac = (secret: string, text: Buffer) => createHmac('sha256', secret).update(text).digest()

function matches(expected: Buffer, given: string): boolean {
  const bytes = Buffer.from(given, 'hex')
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}
