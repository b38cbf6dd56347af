import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import type { Sms } from '../platform/sms.ts'
import type { Compiled, Content, MergeRecipient, MergeValues } from '../templates/index.ts'

/** How messages are written for each person: the templates, put together with what their links need. */
export interface Letters {
  /** @throws Refused 400 with `fields` for what cannot be sent */
  compile(db: Db, clubId: number, content: Content, purpose: 'marketing' | 'service'): Promise<Compiled>
  /** The merge values of up to 500 people of a club, in their order, in a number of queries that does not depend on it. */
  values(
    db: Db,
    asked: {
      readonly clubId: number
      readonly channel: 'email' | 'sms'
      readonly now: Date
      readonly fields: readonly string[]
      readonly recipients: readonly MergeRecipient[]
      /** Links are examples: nothing is made for a look. */
      readonly isLook: boolean
    },
  ): Promise<MergeValues[]>
  /** Where one click ends a kind of message to somebody (RFC 8058). */
  unsubscribeLink(who: { clubId: number; personId: number; channel: 'email' | 'sms'; now: Date }): string
}

/** What sending needs from the rest of the process. */
export interface SendParts {
  readonly db: Db
  readonly mail: Pick<Mail, 'send'>
  readonly sms: Pick<Sms, 'send'>
  readonly now: () => Date
  readonly letters: Letters
  /** Messages a second that all processes together hand to each carrier. */
  readonly perSecond: { readonly email: number; readonly sms: number }
  readonly jobs: Pick<Jobs, 'enqueue'>
}

/** A job for each message; its data is the message's id. */
export const sendJob = 'send-message'
