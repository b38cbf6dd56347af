import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Providers } from '../providers/index.ts'

export interface Address {
  readonly baseUrl: string
  readonly basePath: string
}

/** What works beside the calls: it asks providers, and writes down what they say. */
export interface PayingParts {
  readonly db: Db
  readonly providers: Providers
  readonly now: () => Date
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly config: Address
}

/** The jobs of paying, by the names under which they are put into the queue. */
export const job = {
  /** `{ paymentId }`: charges a card that is kept. */
  chargeCard: 'charge-card',
  /** `{ payLinkId }`: writes the message with the link. */
  payLinkMessage: 'pay-link-message',
  /** `{ checkoutId }`: closes the page that a payer has opened. */
  closePage: 'close-pay-page',
  /** `{ checkoutId }`: the receipt of what was paid online. */
  receipt: 'online-receipt',
  /** `{ savedCardId }`: the provider forgets it too. */
  forgetCard: 'forget-card',
} as const
