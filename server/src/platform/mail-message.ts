import type { ClubLetter, ProductLetter } from './letters.ts'

/** A message to one address. `text` is always there; `html` says the same. */
export type Message = Contents & (FromClub | FromProduct)

/** Carries the club's name, and answers go to the club; the address stays that of MAIL_FROM, which may send. */
interface FromClub {
  readonly letter: ClubLetter
  readonly clubId: number
}

interface FromProduct {
  readonly letter: ProductLetter
  /** Where an answer goes. */
  readonly replyTo?: string
}

export interface Contents {
  readonly to: string
  readonly toName?: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly attachments?: readonly Attachment[]
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
