import { mergeField } from '@honbu/contract/merge-fields.ts'
import { refusals } from '@honbu/contract/reach.ts'
import type { Transaction } from 'kysely'
import { type Letters, type Posted, postToMember } from '../messages/index.ts'
import type { Jobs } from '../platform/jobs.ts'
import { Refused } from '../platform/refused.ts'
import type { Tables } from '../platform/tables.ts'
import { type Content, contentOfTemplate } from '../templates/index.ts'
import type { Deliver, Delivery } from './act.ts'

/** Messages that leave as all others of the club do, and stand among its sent items under the automation's name. */
export const postMessages =
  (jobs: Pick<Jobs, 'enqueue'>, letters: Letters): Deliver =>
  async (tx, { message, ...delivery }) => {
    const content = await contentOf(tx, message, delivery.now)
    if ('refused' in content) return content
    const posted = await post(tx, {
      ...{ clubId: delivery.clubId, memberId: delivery.memberId, name: delivery.name, cause: delivery.cause },
      ...{ automationId: delivery.automationId, purpose: message.purpose, content, now: delivery.now },
      ...(message.templateId !== null && { templateId: message.templateId }),
      ...(delivery.bookingId !== null && { bookingId: delivery.bookingId }),
      enqueue: (name, data) => jobs.enqueue(tx, name, data),
      letters,
    })
    if ('refused' in posted) return posted
    if ('refusal' in posted) return { refused: refusals[posted.refusal] }
    if ('empty' in posted) return { refused: `Empty for this member: ${posted.empty.map(titleOf).join(', ')}` }
    return { sent: content.subject || content.body.slice(0, 100) }
  }

const titleOf = (field: string) => mergeField(field)?.title ?? field

async function contentOf(
  tx: Transaction<Tables>,
  { channel, templateId, subject, body, layoutId }: Delivery['message'],
  now: Date,
): Promise<Content | { readonly refused: string }> {
  if (templateId === null) return { channel, subject, body, layoutId }
  return await unlessRefused(() => contentOfTemplate(tx, templateId, now))
}

const post = (tx: Transaction<Tables>, posted: Posted) => unlessRefused(() => postToMember(tx, posted))

/** What has been deleted since or is out of use: the log says so, and the automation goes on. */
async function unlessRefused<Answer>(ask: () => Promise<Answer>): Promise<Answer | { readonly refused: string }> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message }
    throw error
  }
}
