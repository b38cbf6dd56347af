import type { Jobs } from '../platform/jobs.ts'
import { job, type RefundParts } from './parts.ts'
import { findOpenRefunds, refundAtProvider } from './refund-at-provider.ts'

/** Refunding beside the calls: the jobs that ask providers. */
export async function openRefunds(parts: RefundParts & { readonly jobs: Jobs }): Promise<void> {
  await parts.jobs.work<{ refundId: number }>(job.refund, data => refundAtProvider(parts, data))
  await parts.jobs.schedule('find-open-refunds', '40 * * * *', () => findOpenRefunds(parts))
}

export { askRefund, takenBy } from './ask-refund.ts'
export { matchLedger } from './match-ledger.ts'
export { syncRefunds } from './sync-refunds.ts'
