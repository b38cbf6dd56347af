import type { FastifyInstance } from 'fastify'
import type { Jobs } from '../platform/jobs.ts'
import { openIntake } from './take-events.ts'
import { serveCarrierWebhooks, type WebhookParts } from './webhooks.ts'
import { forgetEvents, type WorkParts, workEvents, workEventsJob } from './work-events.ts'

interface OpenParts extends Omit<WebhookParts, 'take'>, WorkParts {
  readonly jobs: Pick<Jobs, 'work' | 'enqueue' | 'schedule'>
}

/** What comes back from the carriers of mail and text messages: their webhooks, and the jobs that work them off. */
export async function openCarriers(parts: OpenParts) {
  const { jobs } = parts
  await jobs.work(workEventsJob, () => workEvents(parts))
  await jobs.schedule('find-carrier-events', '* * * * *', () => workEvents(parts))
  await jobs.schedule('forget-carrier-events', '25 3 * * *', () => forgetEvents(parts))
  const { take, close } = openIntake(parts)
  return {
    register: (app: FastifyInstance) => serveCarrierWebhooks(app, { ...parts, take }),
    close: async () => close(),
  }
}
