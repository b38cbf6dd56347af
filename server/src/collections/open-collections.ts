import type { FastifyInstance } from 'fastify'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import { newKeyJob } from '../providers/index.ts'
import { cancelMandateJob, cancelPaymentJob, cancelSubscriptionJob, pauseOrResumeJob } from './cancel.ts'
import { collectCharges, dropPaidDebits } from './collect-charges.ts'
import { dropHeld, keepHoldTasks } from './holds.ts'
import { sendFamilyInvite } from './invite-all.ts'
import { sendInviteMail } from './invite-mail.ts'
import { settleIssues } from './issue-status.ts'
import { serveMandatePages } from './mandate-pages.ts'
import { type CollectionParts, job } from './parts.ts'
import { closePaidTasks } from './payment-tasks.ts'
import { findWaiting, sendPayments } from './send-payments.ts'
import { endUnusedMandates } from './stop-collecting.ts'
import { openEventIntake } from './take-events.ts'
import { sendTakenTwice, type TakenTwiceLetter } from './taken-twice.ts'
import { serveWebhooks } from './webhooks.ts'
import { findOpenEvents, workEvents } from './work-events.ts'

interface OpenParts extends CollectionParts {
  readonly jobs: Jobs
  readonly mail: Pick<Mail, 'send'>
  readonly config: { readonly baseUrl: string; readonly basePath: string }
  /** Works off what Stripe has told of an account: the area above knows cards. */
  readonly workCardEvents?: (data: { accountId: number }) => Promise<void>
  /** Charges the cards that wait at an account. */
  readonly chargeCardsAt?: (data: { accountId: number }) => Promise<void>
}

/** Collecting beside the calls: pages for payers, webhooks of providers, and the jobs that ask them. */
export async function openCollections(parts: OpenParts) {
  const { jobs } = parts
  await jobs.work<{ requestId: number }>(job.inviteMail, ({ requestId }) => sendInviteMail(parts, requestId), {
    concurrency: 2,
  })
  await jobs.work<{ requestIds: number[] }>(
    job.familyInviteMail,
    ({ requestIds }) => sendFamilyInvite(parts, requestIds),
    { concurrency: 2 },
  )
  await jobs.work<{ mandateId: number }>(job.cancelMandate, data => cancelMandateJob(parts, data))
  await jobs.work<{ subscriptionId: number }>(job.cancelSubscription, data => cancelSubscriptionJob(parts, data))
  await jobs.work<{ subscriptionIds: number[] }>(job.cancelSubscriptions, async ({ subscriptionIds }) => {
    for (const subscriptionId of subscriptionIds) await cancelSubscriptionJob(parts, { subscriptionId })
  })
  await jobs.work<{ subscriptionId: number }>(job.pauseOrResume, data => pauseOrResumeJob(parts, data))
  await jobs.work<{ paymentId: number }>(job.cancelPayment, data => cancelPaymentJob(parts, data))
  await jobs.work<TakenTwiceLetter>(job.takenTwiceLetter, letter => sendTakenTwice(parts, letter), { concurrency: 2 })
  await jobs.work<{ accountId: number }>(job.sendPayments, data => sendPayments(parts, data))
  await jobs.work<{ accountId: number }>(job.workEvents, async data => {
    await workEvents(parts, data)
    await parts.workCardEvents?.(data)
  })
  await jobs.work<{ accountId: number }>(newKeyJob, async data => {
    const { provider } = await parts.db
      .selectFrom('provider_account')
      .select('provider')
      .where('id', '=', data.accountId)
      .executeTakeFirstOrThrow()
    if (provider === 'stripe') await parts.chargeCardsAt?.(data)
    else await sendPayments(parts, data)
  })
  // Hourly: what is due is handed over days ahead, so that no hour matters.
  await jobs.schedule('collect-charges', '20 * * * *', async () => {
    await dropPaidDebits(parts)
    await parts.db.transaction().execute(async tx => {
      await settleIssues(tx, parts.now())
      await closePaidTasks(tx, parts.now())
      await dropHeld(parts, tx, parts.now())
      await keepHoldTasks(tx, parts.now())
    })
    await collectCharges(parts)
    await findWaiting(parts)
  })
  await jobs.schedule('drop-paid-debits', '* * * * *', () => dropPaidDebits(parts))
  await jobs.schedule('end-unused-mandates', '25 * * * *', () => endUnusedMandates(parts))
  await jobs.schedule('find-provider-events', '* * * * *', () => findOpenEvents(parts))
  const intake = openEventIntake(parts)
  return {
    register: (app: FastifyInstance) => {
      serveMandatePages(app, parts)
      serveWebhooks(app, { ...parts, intake })
    },
    close: intake.close,
  }
}
