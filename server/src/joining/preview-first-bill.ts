import type { Input } from '@honbu/contract/endpoint.ts'
import type { previewFirstBill as call } from '@honbu/contract/joining.ts'
import { firstBill } from '../charging/index.ts'
import { writeOnTrial } from '../platform/on-trial.ts'
import type { Read } from '../platform/route.ts'
import { create } from './create.ts'
import { joinedClub } from './joined-club.ts'

/**
 * Creates the members on trial, and works out their first bill: family reductions and discounts depend on links and
 * contacts that only exist then.
 */
export async function previewFirstBill(read: Read, input: Input<typeof call>) {
  return await writeOnTrial(read, async write => {
    const { memberId, siblings } = await create(write, { ...input, draftId: null })
    const { clubId, today } = await joinedClub(write, input.membership.clubId)
    const memberIds = [memberId, ...siblings.map(sibling => sibling.memberId)]
    return await firstBill(write.tx, { clubId, memberIds }, today)
  })
}
