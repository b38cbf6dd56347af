import type * as call from '@honbu/contract/bookings.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { Write } from '../platform/route.ts'

/** For offers from now on: one that has been made keeps its time. */
export async function saveOfferHours({ tx, audit }: Write, { id, offerHours }: Input<typeof call.saveOfferHours>) {
  const was = await tx
    .selectFrom('class')
    .select(['club_id', 'offer_hours'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('class').set({ offer_hours: offerHours }).where('id', '=', id).execute()
  const before = { offerHours: was.offer_hours }
  audit({ clubId: was.club_id, subject: 'class', subjectId: id, before, after: { offerHours } })
  return { classId: id, offerHours }
}
