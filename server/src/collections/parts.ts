import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Providers } from '../providers/index.ts'

/** What works beside the calls: it asks providers, and writes down what they say. */
export interface CollectionParts {
  readonly db: Db
  readonly providers: Providers
  readonly now: () => Date
  readonly jobs: Pick<Jobs, 'enqueue'>
}

/** The jobs of collecting, by the names under which they are put into the queue. */
export const job = {
  /** `{ requestId }`: writes the mail with the link. */
  inviteMail: 'mandate-invite-mail',
  /** `{ requestIds }`: writes one mail with the links of a family. */
  familyInviteMail: 'mandate-family-invite-mail',
  /** `{ mandateId }` */
  cancelMandate: 'cancel-mandate',
  /** `{ subscriptionId }` */
  cancelSubscription: 'cancel-subscription',
  /** `{ subscriptionIds }` */
  cancelSubscriptions: 'cancel-subscriptions',
  /** `{ subscriptionId }`: pauses it while its mandate is on hold, or lets it go on. */
  pauseOrResume: 'pause-or-resume-subscription',
  /** `{ paymentId }` */
  cancelPayment: 'cancel-external-payment',
  /** A `TakenTwiceLetter`. */
  takenTwiceLetter: 'taken-twice-letter',
  /** `{ accountId }`: hands over what is waiting. */
  sendPayments: 'send-external-payments',
  /** `{ accountId }`: looks at what the provider has told us. */
  workEvents: 'work-provider-events',
} as const
