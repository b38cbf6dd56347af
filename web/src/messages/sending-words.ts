import type { Output } from '@honbu/contract/endpoint.ts'
import { counted, currency, wholeNumber } from '@honbu/contract/format.ts'
import { choicesOf, memberStatus } from '@honbu/contract/ids.ts'
import type { checkMessage } from '@honbu/contract/messages.ts'

type Answer = Output<typeof checkMessage>

const statuses = new Map(choicesOf(memberStatus).map(({ value, text }) => [value, text]))

/** "182 Active, 3 Issue, 2 staff" */
export const statusWords = ({ byStatus }: Pick<Answer, 'byStatus'>): string =>
  byStatus
    .map(
      ({ statusId, count }) =>
        `${wholeNumber(count)} ${statusId === null ? 'staff' : (statuses.get(statusId) ?? 'other')}`,
    )
    .join(', ')

/** "185 texts in 370 parts: £14.80"; an estimate where only some were looked at. */
export function costWords({ reached, leftOut, examined, segments, cost }: Answer): string {
  const about = examined < reached ? 'about ' : ''
  const texts = `${counted(reached - leftOut, 'text')} in ${about}${counted(segments, 'part')}`
  return cost === null ? texts : `${texts}: ${about}${currency(cost)}`
}
