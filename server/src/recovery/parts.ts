import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import type { Providers } from '../providers/index.ts'

/** What follows failed collections beside the calls. */
export interface RecoveryParts {
  readonly db: Db
  readonly now: () => Date
  readonly mail: Pick<Mail, 'post'>
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly config: { readonly baseUrl: string; readonly basePath: string }
}

/** What a link leads to: the charge that is to be paid, or all that is open, and who is asked. */
export interface ToPay {
  readonly clubId: number
  readonly memberId: number
  readonly chargeId: number | null
  readonly email: string
  readonly name: string
}

/** Whose mandate is to be set up anew, and who is asked. */
export interface ToInvite {
  readonly clubId: number
  readonly memberId: number
  readonly email: string
  readonly name: string
}

export interface LetterParts {
  readonly mail: Pick<Mail, 'send'>
  /** The address at which it can be paid at once; null: the club has no way for that. */
  readonly payLink: (what: ToPay) => Promise<string | null>
  /** The address at which a new direct debit is set up; null: the member cannot give one. */
  readonly inviteLink: (whom: ToInvite) => Promise<string | null>
}

/** What asks the providers: for payouts, and for mandates. */
export interface AskParts {
  readonly db: Db
  readonly now: () => Date
  readonly providers: Providers
}

/** The jobs of this area, by the names under which they are put into the queue. */
export const job = {
  /** A `MemberLetter`: made a message, with a link to pay by, and sent. */
  letter: 'failed-payment-letter',
  /** `{ accountId }` */
  fetchPayouts: 'fetch-payouts',
  /** `{ clubId }` */
  lookForMandates: 'look-for-mandates',
  /** `{ accountId }`: those that were given to somebody. */
  takeOverMandates: 'take-over-mandates',
} as const
