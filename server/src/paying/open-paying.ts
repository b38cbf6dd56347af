import type { FastifyInstance } from 'fastify'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import type { Sms } from '../platform/sms.ts'
import { findCardEvents, workCardEvents } from './card-events.ts'
import { chargeCard, chargeCardsAt, findUnchargedCards } from './charge-card.ts'
import { chargeDueCards } from './charge-due-cards.ts'
import { closePage } from './close-pay-page.ts'
import { forgetUnusedCards } from './forget-cards.ts'
import { queueReceipts, sendOnlineReceipt } from './online-receipt.ts'
import { job, type PayingParts } from './parts.ts'
import { sendPayLinkMessage } from './pay-link-message.ts'
import { servePayPages } from './pay-pages.ts'
import { forgetCard } from './saved-cards.ts'
import { lookAtCheckouts } from './sync-checkout.ts'

interface OpenParts extends PayingParts {
  readonly jobs: Jobs
  readonly mail: Pick<Mail, 'send'>
  readonly sms: Sms
}

/** Paying beside the calls: the pages behind pay links, and the jobs that ask providers. */
export async function openPaying(parts: OpenParts) {
  const { jobs } = parts
  await jobs.work<{ paymentId: number }>(job.chargeCard, data => chargeCard(parts, data), { concurrency: 2 })
  await jobs.work<{ payLinkId: number }>(job.payLinkMessage, data => sendPayLinkMessage(parts, data), {
    concurrency: 2,
  })
  await jobs.work<{ checkoutId: number }>(job.receipt, data => sendOnlineReceipt(parts, data), { concurrency: 2 })
  await jobs.schedule('queue-receipts', '* * * * *', () => queueReceipts(parts))
  await jobs.work<{ checkoutId: number }>(job.closePage, data => closePage(parts, data))
  await jobs.work<{ savedCardId: number }>(job.forgetCard, data => forgetCard(parts, data))
  await jobs.schedule('find-card-events', '* * * * *', () => findCardEvents(parts))
  await jobs.schedule('look-at-checkouts', '* * * * *', () => lookAtCheckouts(parts))
  await jobs.schedule('forget-unused-cards', '25 * * * *', () => forgetUnusedCards(parts))
  await jobs.schedule('charge-due-cards', '40 * * * *', () => chargeDueCards(parts))
  await jobs.schedule('find-uncharged-cards', '50 * * * *', () => findUnchargedCards(parts))
  return {
    register: (app: FastifyInstance) => servePayPages(app, parts),
    /** What Stripe has told of an account: to be looked at at once. */
    workCardEvents: (data: { accountId: number }) => workCardEvents(parts, data),
    chargeCardsAt: (data: { accountId: number }) => chargeCardsAt(parts, data),
  }
}
