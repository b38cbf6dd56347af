import type { Input } from '@honbu/contract/endpoint.ts'
import type { previewFirstBill as call } from '@honbu/contract/joining.ts'
import { firstBill } from '../charging/index.ts'
import type { Read } from '../platform/route.ts'
import { create } from './create.ts'
import { joinedClub } from './joined-club.ts'

class Undone extends Error {
  readonly bill: Awaited<ReturnType<typeof firstBill>>

  constructor(bill: Awaited<ReturnType<typeof firstBill>>) {
    super('The preview is undone')
    this.bill = bill
  }
}

/**
 * Creates the members, works out their first bill, and rolls back: family reductions and discounts depend on links and
 * contacts that only exist then.
 */
export async function previewFirstBill({ db, user, now }: Read, input: Input<typeof call>) {
  try {
    return await db.transaction().execute(async tx => {
      const silent = async () => undefined
      const write = { tx, user, now, audit: () => undefined, mail: silent, enqueue: silent }
      const { memberId, siblings } = await create(write, { ...input, draftId: null })
      const { clubId, today } = await joinedClub(write, input.membership.clubId)
      const memberIds = [memberId, ...siblings.map(sibling => sibling.memberId)]
      throw new Undone(await firstBill(tx, { clubId, memberIds }, today))
    })
  } catch (error) {
    if (error instanceof Undone) return error.bill
    throw error
  }
}
