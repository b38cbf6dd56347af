import type { CarrierEvent } from './carrier-event.ts'
import { stopWord } from './stop-words.ts'
import { cut, fit } from './text.ts'

type Form = Readonly<Record<string, string>>

/** Twilio's words for a message, as far as they tell us something (https://www.twilio.com/docs/messaging/guides/outbound-message-status-in-status-callbacks). */
const states: Readonly<Record<string, 'sent' | 'delivered' | 'failed'>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/** https://www.twilio.com/docs/api/errors */
const reasons: Readonly<Record<number, string>> = {
  30003: 'The phone is off or out of reach',
  30004: 'The number does not take our messages',
  30005: 'The number does not exist any more',
  30006: 'This is a landline, or cannot take text messages',
  30007: 'The carrier took it for spam',
  30008: 'The carrier does not say why',
  21610: 'The person has answered STOP',
}
const noSuchNumber = new Set([30005, 30006])

/** A status callback: what became of one message. Not all that it says matters. */
export function twilioReport(form: Form, query: Form): CarrierEvent[] {
  const sid = form.MessageSid ?? form.SmsSid ?? ''
  const status = form.MessageStatus ?? form.SmsStatus ?? ''
  const state = states[status]
  if (!state || !isSid(sid)) return []
  const code = Number(form.ErrorCode) || 0
  const detail = code ? `${reasons[code] ?? 'The carrier could not deliver it'} (error ${code}).` : ''
  return [
    {
      carrier: 'twilio',
      kind: 'report',
      eventKey: `${sid} ${status}`,
      messageId: fit(query.message, /^[\w-]{1,60}$/),
      providerId: sid,
      address: cut(form.To, 320),
      told: { state, isAddressBad: noSuchNumber.has(code), detail: state === 'failed' ? detail : '' },
      happenedAt: null,
    },
    // Refused because of a STOP that was said before we knew of it.
    ...(code === 21610 ? [stopped(`${sid} stop`, form.To, true, 'STOP')] : []),
  ]
}

/** An incoming message; STOP and START are told besides. */
export function twilioReply(form: Form): CarrierEvent[] {
  const sid = form.MessageSid ?? form.SmsSid ?? ''
  if (!isSid(sid)) return []
  const text = cut(form.Body, 5000)
  // With Advanced Opt-Out the service has decided, by its own words in any language.
  const kind = { STOP: 'stop', START: 'start' }[form.OptOutType ?? ''] ?? stopWord(text)
  return [
    ...(kind ? [stopped(`${sid} ${kind}`, form.From, kind === 'stop', text.trim().slice(0, 20))] : []),
    {
      carrier: 'twilio',
      kind: 'reply',
      eventKey: `${sid} reply`,
      messageId: null,
      providerId: sid,
      address: cut(form.From, 320),
      told: { to: cut(form.To, 320), text },
      happenedAt: null,
    },
  ]
}

const stopped = (eventKey: string, address: string | undefined, isStopped: boolean, word: string): CarrierEvent => ({
  carrier: 'twilio',
  kind: 'stop',
  eventKey,
  messageId: null,
  providerId: null,
  address: cut(address, 320),
  told: { isStopped, detail: `Answered ${word}` },
  happenedAt: null,
})

const isSid = (sid: string) => /^(SM|MM)[0-9a-zA-Z]{8,64}$/.test(sid)
