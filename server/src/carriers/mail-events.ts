import { ownIdIn } from '../platform/mail-wire.ts'
import type { CarrierEvent } from './carrier-event.ts'
import { cut, fit } from './text.ts'

/** Types of bounces after which nothing more will arrive (https://postmarkapp.com/developer/api/bounce-api#bounce-types). */
const hard = new Set(['HardBounce', 'BadEmailAddress'])
/** What Postmark calls a bounce and is none: it was delivered, or is still being tried. */
const noBounces = new Set([
  ...['Transient', 'AutoResponder', 'Subscribe', 'Unsubscribe', 'AddressChange', 'OpenRelayTest'],
  ...['ChallengeVerification', 'VirusNotification', 'InboundError', 'TemplateRenderingFailed'],
])

/**
 * One of Postmark's webhooks (https://postmarkapp.com/developer/webhooks/webhooks-overview): Delivery, Bounce,
 * SpamComplaint, SubscriptionChange and, which names no type, Inbound.
 * @returns null where the body is none of them
 */
export function mailEvents(body: unknown): CarrierEvent[] | null {
  if (!isRecord(body)) return null
  const type = body.RecordType
  if (type === undefined && isRecord(body.FromFull)) return reply(body)
  if (typeof type !== 'string') return null
  const providerId = fit(body.MessageID, /^[\w.@<>-]{1,200}$/)
  const metadata = isRecord(body.Metadata) ? body.Metadata : {}
  const about = { carrier: 'mail', messageId: fit(metadata.message, /^[\w-]{1,60}$/), providerId } as const
  const address = cut(body.Recipient ?? body.Email, 320)
  const keyOf = (word: string) => cut(`${word} ${providerId ?? cut(body.ID, 40)} ${address}`, 300)

  switch (type) {
    case 'Delivery':
      return [
        {
          ...about,
          kind: 'report',
          eventKey: keyOf('delivered'),
          address,
          told: { state: 'delivered', isAddressBad: false, detail: '' },
          happenedAt: instant(body.DeliveredAt),
        },
      ]
    case 'Bounce': {
      const name = cut(body.Type, 60)
      if (noBounces.has(name)) return []
      const isAddressBad = hard.has(name) || body.Inactive === true
      const detail = cut(`${cut(body.Name, 100) || name}: ${cut(body.Description, 300)}`, 500)
      return [
        {
          ...about,
          kind: 'report',
          eventKey: keyOf(`bounced ${cut(body.ID === undefined ? '' : String(body.ID), 40)}`),
          address,
          told: { state: 'bounced', isAddressBad, detail },
          happenedAt: instant(body.BouncedAt),
        },
      ]
    }
    case 'SpamComplaint':
      return [
        {
          ...about,
          kind: 'report',
          eventKey: keyOf('complained'),
          address,
          told: { state: 'complained', isAddressBad: false, detail: 'Marked as spam' },
          happenedAt: instant(body.BouncedAt),
        },
      ]
    case 'SubscriptionChange': {
      // A bounce or a complaint is told by itself as well.
      if (body.SuppressSending === true && body.SuppressionReason !== 'ManualSuppression') return []
      const isStopped = body.SuppressSending === true
      const happenedAt = instant(body.ChangedAt)
      const detail = isStopped ? 'Unsubscribed by the link of the carrier' : 'Subscribed again'
      const eventKey = keyOf(`${isStopped ? 'stop' : 'start'} ${happenedAt?.toISOString() ?? ''}`)
      return [{ ...about, kind: 'stop', eventKey, address, told: { isStopped, detail }, happenedAt }]
    }
    default:
      // Open and Click are not asked for.
      return []
  }
}

/** https://postmarkapp.com/developer/webhooks/inbound-webhook */
function reply(body: Record<string, unknown>): CarrierEvent[] | null {
  const from = isRecord(body.FromFull) ? cut(body.FromFull.Email, 320) : ''
  const providerId = fit(body.MessageID, /^[\w.@<>-]{1,200}$/)
  if (!from || !providerId) return null
  const headers = Array.isArray(body.Headers) ? body.Headers.filter(isRecord) : []
  const header = (name: string) => cut(headers.find(({ Name }) => String(Name).toLowerCase() === name)?.Value, 5000)
  // A machine's answer is nobody's (RFC 3834).
  if (/^auto-/i.test(header('auto-submitted'))) return []
  return [
    {
      carrier: 'mail',
      kind: 'reply',
      eventKey: `reply ${providerId}`,
      messageId: ownIdIn(header('in-reply-to')) ?? ownIdIn(header('references')),
      providerId,
      address: from,
      told: {
        to: cut(body.OriginalRecipient, 320),
        subject: cut(body.Subject, 500),
        text: cut(body.StrippedTextReply, 20_000) || cut(body.TextBody, 20_000),
      },
      happenedAt: instant(body.Date),
    },
  ]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Within what Postgres and a calendar can hold. */
function instant(text: unknown): Date | null {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return at > 0 && at < Date.UTC(2200, 0, 1) ? new Date(at) : null
}
