/** A message to one address. `text` is always there; `html` says the same. */
export interface Message {
  readonly to: string
  readonly toName?: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly attachments?: readonly Attachment[]
  /** Whose name the message comes under, such as a club's; the address stays that of MAIL_FROM, which may send. */
  readonly fromName?: string
  /** Where an answer goes. */
  readonly replyTo?: string
  /**
   * Our own name of this message: up to 60 letters, digits, `-` and `_`. It is in the Message-ID, and comes back with what
   * the carrier reports and with answers.
   */
  readonly messageId?: string
  /** Further headers, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A file that goes with a message. */
export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly base64: string
}
