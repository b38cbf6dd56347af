import { timeIn, todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/schedule.ts'
import { sql } from 'kysely'
import { cancelledSessions, occurrencesBetween, withClashes, withInstructorClashes } from '../classes/index.ts'
import type { Read } from '../platform/route.ts'
import { viewed } from './viewed.ts'

export async function getClubSchedule({ db, user, now }: Read, { id, day, view }: Input<typeof call.getClubSchedule>) {
  const club = await db.selectFrom('club').select(['name', 'time_zone']).where('id', '=', id).executeTakeFirstOrThrow()
  const today = todayIn(club.time_zone, now)
  const { from, to } = viewed(view, day ?? today)
  const [occurrences, cancelled, closures] = await Promise.all([
    occurrencesBetween(db, [id], from, to),
    cancelledSessions(db, sql`class.club_id = ${id}`, from, to),
    db
      .selectFrom('club_closure')
      .select(['closed_on as date', 'name'])
      .where('club_id', '=', id)
      .where('closed_on', '>=', from)
      .where('closed_on', '<=', to)
      .orderBy('closed_on')
      .execute(),
  ])
  return {
    clubName: club.name,
    today,
    now: timeIn(club.time_zone, now),
    from,
    to,
    closures,
    cancelled,
    occurrences: await withInstructorClashes(db, { clubIds: user.clubs.keys(), from, to }, withClashes(occurrences)),
  }
}
