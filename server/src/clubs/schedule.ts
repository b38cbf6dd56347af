import { addDays, startOfWeek, todayIn } from '@honbu/contract/calendar.ts'
import type * as call from '@honbu/contract/clubs.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { occurrencesBetween } from '../classes/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'

/** The last Monday with a whole week before the calendar ends. */
const lastMonday = '9999-12-20'

export async function getClubSchedule({ db, now }: Read, { id, day }: Input<typeof call.getClubSchedule>) {
  const club = await db.selectFrom('club').select(['name', 'time_zone']).where('id', '=', id).executeTakeFirstOrThrow()
  const today = todayIn(club.time_zone, now)
  const from = startOfWeek(day ?? today)
  if (from > lastMonday) {
    const message = 'day is in the week in which the calendar ends.'
    throw new Refused(400, message, { day: [message] })
  }
  const to = addDays(from, 6)
  const [occurrences, closures] = await Promise.all([
    occurrencesBetween(db, [id], from, to),
    db
      .selectFrom('club_closure')
      .select(['closed_on as date', 'name'])
      .where('club_id', '=', id)
      .where('closed_on', '>=', from)
      .where('closed_on', '<=', to)
      .orderBy('closed_on')
      .execute(),
  ])
  return { clubName: club.name, today, from, closures, occurrences }
}
