import { randomInt, randomUUID } from 'node:crypto'

/** What is said of a message that was taken over. */
export const mailOutcomes = ['deliver', 'bounce', 'softBounce', 'complain', 'unsubscribe', 'nothing'] as const
export type MailOutcome = (typeof mailOutcomes)[number]

interface About {
  /** Of the carrier, which gives each message a name of its own. */
  readonly carrierId: string
  readonly recipient: string
  readonly from: string
  readonly subject: string
  /** The message's X-PM-Metadata- headers. */
  readonly metadata: Readonly<Record<string, string>>
}

/** The body of Postmark's webhook (https://postmarkapp.com/developer/webhooks/webhooks-overview); null: it says nothing. */
export function reportBody(outcome: MailOutcome, about: About): object | null {
  const { carrierId, recipient, from, subject, metadata } = about
  const at = new Date().toISOString()
  const common = { ServerID: 1, MessageStream: 'outbound', MessageID: carrierId, Tag: '', Metadata: metadata }
  const bounce = {
    ...common,
    ID: randomInt(1, 2 ** 40),
    Email: recipient,
    From: from,
    Subject: subject,
    BouncedAt: at,
    DumpAvailable: false,
    CanActivate: true,
    Content: '',
  }
  switch (outcome) {
    case 'deliver':
      return { ...common, RecordType: 'Delivery', Recipient: recipient, DeliveredAt: at, Details: '250 OK' }
    case 'bounce':
      return {
        ...bounce,
        ...{ RecordType: 'Bounce', Type: 'HardBounce', TypeCode: 1, Name: 'Hard bounce', Inactive: true },
        Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
        Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
      }
    case 'softBounce':
      return {
        ...bounce,
        ...{ RecordType: 'Bounce', Type: 'SoftBounce', TypeCode: 4096, Name: 'Soft bounce', Inactive: false },
        Description: 'Unable to temporarily deliver message (i.e. mailbox full, account disabled).',
        Details: 'smtp;452 4.2.2 The mailbox is over its quota.',
      }
    case 'complain':
      return {
        ...bounce,
        ...{ RecordType: 'SpamComplaint', Type: 'SpamComplaint', TypeCode: 100001, Name: 'Spam complaint' },
        Inactive: true,
        Description: 'The subscriber explicitly marked this message as spam.',
        Details: '',
      }
    case 'unsubscribe':
      return {
        ...common,
        ...{ RecordType: 'SubscriptionChange', ChangedAt: at, Recipient: recipient, Origin: 'Recipient' },
        SuppressSending: true,
        SuppressionReason: 'ManualSuppression',
      }
    case 'nothing':
      return null
  }
}

interface Answer {
  readonly from: string
  readonly to: string
  readonly subject: string
  /** The Message-ID that it answers. */
  readonly answers: string
  readonly text: string
}

/** https://postmarkapp.com/developer/webhooks/inbound-webhook */
export function inboundBody({ from, to, subject, answers, text }: Answer): object {
  const full = (address: string) => ({ Email: address, Name: '', MailboxHash: '' })
  return {
    From: from,
    MessageStream: 'inbound',
    FromName: '',
    FromFull: full(from),
    To: to,
    ToFull: [full(to)],
    Cc: '',
    CcFull: [],
    Bcc: '',
    BccFull: [],
    OriginalRecipient: to,
    Subject: `Re: ${subject}`,
    MessageID: randomUUID(),
    ReplyTo: '',
    MailboxHash: '',
    Date: new Date().toUTCString(),
    TextBody: `${text}\n\n> ${subject}\n`,
    HtmlBody: '',
    StrippedTextReply: text,
    Tag: '',
    Headers: [
      { Name: 'In-Reply-To', Value: answers },
      { Name: 'References', Value: answers },
    ],
    Attachments: [],
  }
}
