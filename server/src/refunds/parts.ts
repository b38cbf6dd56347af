import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Providers } from '../providers/index.ts'

/** What works beside the calls: it asks providers, and writes down what they say. */
export interface RefundParts {
  readonly db: Db
  readonly providers: Providers
  readonly now: () => Date
  readonly jobs: Pick<Jobs, 'enqueue'>
}

export const job = {
  /** `{ refundId }`: asks the provider for a refund that somebody has asked us for. */
  refund: 'refund-at-provider',
} as const
