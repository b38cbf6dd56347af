import type * as call from '@honbu/contract/classes.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { longDate } from '@honbu/contract/format.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import { requireSession } from './session.ts'

/** A place that is offered to someone on the waiting list is as good as taken; who waits comes before all others. */
export async function getPrebookedCapacity(
  { db, now }: Read,
  { id, classDate }: Input<typeof call.getPrebookedCapacity>,
) {
  const { className } = await requireSession(db, id, classDate)
  const message = `${className} has no places to book on ${longDate(classDate)}.`
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
  const { offered, waiting } = await db
    .selectFrom('waiting_list_entry')
    .select(sql<number>`count(*) filter (where offer_until > ${now})`.as('offered'))
    .select(sql<number>`count(*) filter (where offer_until is null)`.as('waiting'))
    .where('class_id', '=', id)
    .where('class_date', '=', classDate)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const available = Math.max(0, slot.capacity - booked - offered - waiting)
  return { classId: id, classDate, capacity: slot.capacity, booked, offered, waiting, available }
}
