import type * as call from '@honbu/contract/classes.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import { requireSession } from './session.ts'

export async function getPrebookedCapacity({ db }: Read, { id, classDate }: Input<typeof call.getPrebookedCapacity>) {
  const { className } = await requireSession(db, id, classDate)
  const message = `${className} has no places to book on ${classDate}.`
  const slot = await db
    .selectFrom('class_availability')
    .select(['capacity'])
    .where('class_id', '=', id)
    .where('class_date', '=', classDate)
    .executeTakeFirstOrThrow(() => new Refused(400, message, { classDate: [message] }))
  const { booked } = await db
    .selectFrom('booking')
    .select(({ fn }) => fn.countAll<number>().as('booked'))
    .where('class_id', '=', id)
    .where('booking_date', '=', classDate)
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { classId: id, classDate, capacity: slot.capacity, booked, available: Math.max(0, slot.capacity - booked) }
}
