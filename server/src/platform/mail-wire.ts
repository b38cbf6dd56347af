import { randomBytes } from 'node:crypto'
import type { Message } from './mail-message.ts'
import { NotSent } from './not-sent.ts'

export interface Sender {
  readonly name: string
  readonly address: string
}

/** The club a letter comes from. */
export interface ClubSender {
  /** One line. */
  readonly name: string
  /** '' where neither the club nor one above it has an address. */
  readonly email: string
}

/** The two parts of `Name <address>`, or an address alone. */
export function senderOf(from: string): Sender {
  const [, name = '', address = ''] = /^([^<]*)<([^<>]+)>$/.exec(from.trim()) ?? []
  return address ? { name: name.trim().replaceAll(/^"|"$/g, ''), address } : { name: '', address: from.trim() }
}

/**
 * A message as nodemailer takes it. Addresses go as objects: in a text, a comma would make two of one.
 * @throws NotSent where a header would hold what begins another header, or an address is none
 */
export function toWire(message: Message, sender: Sender, club?: ClubSender) {
  const { to, toName = '', subject, text, html, messageId, headers = {} } = message
  const fromName = club?.name || sender.name
  const replyTo = club ? addressOrNone(club.email) : 'replyTo' in message ? message.replyTo : undefined
  const refuse = (what: string, isAddressBad = false) =>
    new NotSent(`The message was not sent: ${what}.`, { canRetry: false, isAddressBad })
  if (!isAddress(to)) throw refuse('this is no e-mail address', true)
  if (replyTo !== undefined && !isAddress(replyTo)) throw refuse('the address for answers is none')
  for (const name of [toName, fromName, subject])
    if (breaksOut.test(name)) throw refuse('a name or the subject has a line break in it')
  for (const [name, value] of Object.entries(headers))
    if (!/^[A-Za-z][A-Za-z0-9-]{0,76}$/.test(name) || breaksOut.test(value)) throw refuse('a header is not right')
  if (messageId !== undefined && !/^[\w-]{1,60}$/.test(messageId)) throw refuse('its own name is not right')

  const files = message.attachments ?? []
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  // The same message sent again is another one to mailboxes, which else hide it.
  const unique = randomBytes(9).toString('hex')
  return {
    from: { name: fromName, address: sender.address },
    to: { name: toName, address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    ...(html !== undefined && { html }),
    messageId: `<${messageId === undefined ? '' : `${messageId}.`}${unique}@${domain}>`,
    headers: { ...headers, ...(messageId !== undefined && { [ownIdHeader]: messageId }) },
    attachments: files.map(({ filename, contentType, base64 }) => ({
      filename,
      contentType,
      content: base64,
      encoding: 'base64',
    })),
  }
}

/**
 * Comes back in `Metadata` of Postmark's webhooks (https://postmarkapp.com/support/article/1125-custom-metadata-faq); other
 * carriers leave it alone.
 */
export const ownIdHeader = 'X-PM-Metadata-message'

/** Our own name of the message in a Message-ID of ours, or of an answer's In-Reply-To; null where it is another's. */
export function ownIdIn(header: string): string | null {
  return /<([\w-]{1,60})\.[0-9a-f]{18}@[^<>\s]+>/.exec(header)?.[1] ?? null
}

const breaksOut = /[\r\n\0]/

/** One address, by the characters that are allowed without quotation marks (RFC 5322, 3.4.1), and others than ASCII. */
const isAddress = (text: string) => /^[^\s\p{Cc}<>()[\]\\,;:"@]{1,64}@[^\s\p{Cc}<>()[\]\\,;:"@]{1,255}$/u.test(text)

/** A club without an address that works gets its letters out all the same. */
const addressOrNone = (email: string) => (isAddress(email) ? email : undefined)
