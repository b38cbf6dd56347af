import { inviteLinkOf } from '../collections/index.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import { type MemberLetter, sendLetter } from './letters.ts'
import { forgetFoundMandates, lookForMandatesOf } from './mandates/look-for-mandates.ts'
import { takeOverAt } from './mandates/take-over-job.ts'
import { type AskParts, job, type RecoveryParts } from './parts.ts'
import { payLinkOf } from './pay-link.ts'
import { fetchAllPayouts, fetchPayoutsOf } from './payouts/fetch-payouts.ts'
import { watchPayments } from './watch.ts'

interface OpenParts extends Omit<RecoveryParts, 'mail' | 'jobs'>, AskParts {
  readonly jobs: Jobs
  readonly mail: Pick<Mail, 'post' | 'send'>
}

/** The jobs that follow failed collections, and that ask providers for payouts and mandates. */
export async function openRecovery(parts: OpenParts): Promise<void> {
  const { jobs } = parts
  const payLink = payLinkOf(parts)
  const inviteLink = inviteLinkOf(parts)
  await jobs.schedule('watch-failed-payments', '* * * * *', () => watchPayments(parts))
  await jobs.work<MemberLetter>(job.letter, letter => sendLetter({ mail: parts.mail, payLink, inviteLink }, letter), {
    concurrency: 2,
  })
  await jobs.work<{ accountId: number }>(job.fetchPayouts, ({ accountId }) => fetchPayoutsOf(parts, accountId))
  await jobs.work<{ clubId: number }>(job.lookForMandates, ({ clubId }) => lookForMandatesOf(parts, clubId))
  await jobs.work<{ accountId: number }>(job.takeOverMandates, ({ accountId }) => takeOverAt(parts, accountId))
  await jobs.schedule('fetch-all-payouts', '40 * * * *', async () => {
    await fetchAllPayouts(parts)
    await forgetFoundMandates(parts)
  })
}
