import type { FastifyInstance } from 'fastify'
import type { WaitingListParts } from './booking-write.ts'
import { moveLists } from './move-lists.ts'
import { offerMailJob } from './move-up.ts'
import { sendOfferMail } from './offer-mail.ts'
import { serveOfferPages } from './offer-pages.ts'

/** The waiting lists beside the calls: they move up every minute, write to people, and listen to what these answer. */
export async function openWaitingLists(parts: WaitingListParts) {
  await parts.jobs.work<{ entryId: number }>(offerMailJob, ({ entryId }) => sendOfferMail(parts, entryId))
  await parts.jobs.schedule('move-waiting-lists', '* * * * *', () => moveLists(parts))
  return { register: (app: FastifyInstance) => serveOfferPages(app, parts) }
}
