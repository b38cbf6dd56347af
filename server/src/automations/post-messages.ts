import { refusals } from '@honbu/contract/reach.ts'
import type { Transaction } from 'kysely'
import { postToMember } from '../messages/index.ts'
import type { Jobs } from '../platform/jobs.ts'
import { Refused } from '../platform/refused.ts'
import type { Tables } from '../platform/tables.ts'
import { type Content, contentOfTemplate } from '../templates/index.ts'
import type { Deliver, Delivery } from './act.ts'

/** Messages that leave as all others of the club do, and stand among its sent items under the automation's name. */
export const postMessages =
  (jobs: Pick<Jobs, 'enqueue'>): Deliver =>
  async (tx, { message, ...delivery }) => {
    const content = await contentOf(tx, message, delivery.now)
    if ('refused' in content) return content
    const posted = await postToMember(tx, {
      ...{ clubId: delivery.clubId, memberId: delivery.memberId, name: delivery.name, cause: delivery.cause },
      ...{ automationId: delivery.automationId, purpose: message.purpose, content, now: delivery.now },
      ...(message.templateId !== null && { templateId: message.templateId }),
      ...(delivery.bookingId !== null && { bookingId: delivery.bookingId }),
      enqueue: (name, data) => jobs.enqueue(tx, name, data),
    })
    if ('refusal' in posted) return { refused: refusals[posted.refusal] }
    return { sent: content.subject || content.body.slice(0, 100) }
  }

async function contentOf(
  tx: Transaction<Tables>,
  { channel, templateId, subject, body, layoutId }: Delivery['message'],
  now: Date,
): Promise<Content | { readonly refused: string }> {
  if (templateId === null) return { channel, subject, body, layoutId }
  try {
    return await contentOfTemplate(tx, templateId, now)
  } catch (error) {
    // Deleted or out of use since: the log says so, and the automation goes on.
    if (error instanceof Refused) return { refused: error.message }
    throw error
  }
}
