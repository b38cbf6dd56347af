import { addDays, startOfWeek, todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { getLocationWeek as call } from '@honbu/contract/locations.ts'
import { sql } from 'kysely'
import { occurrencesOf, withClashes, withInstructorClashes } from '../classes/index.ts'
import type { Read } from '../platform/route.ts'

export async function getLocationWeek({ db, user, now }: Read, { id, day }: Input<typeof call>) {
  const { clubId, timeZone } = await db
    .selectFrom('location')
    .innerJoin('club', 'club.id', 'location.club_id')
    .select(['club.id as clubId', 'club.time_zone as timeZone'])
    .where('location.id', '=', id)
    .executeTakeFirstOrThrow()
  const today = todayIn(timeZone, now)
  const from = startOfWeek(day ?? today)
  const to = addDays(from, 6)
  const [closures, sessions] = await Promise.all([
    db
      .selectFrom('club_closure')
      .select(['closed_on as date', 'name'])
      .where('club_id', '=', clubId)
      .where('closed_on', '>=', from)
      .where('closed_on', '<=', to)
      .orderBy('closed_on')
      .execute(),
    occurrencesOf(db, sql`class.club_id = ${clubId} and (class.location_id = ${id} or ${isEverIn(id)})`, from, to),
  ])
  const here = sessions.filter(({ locationId }) => locationId === id)
  const asked = { clubIds: user.clubs.keys(), from, to }
  return { today, from, closures, sessions: await withInstructorClashes(db, asked, withClashes(here)) }
}

/** Whether a weekday or a single session of a class has ever been given this room. */
const isEverIn = (id: number) => sql`(
  exists (select from class_session where class_session.class_id = class.id and class_session.location_id = ${id})
  or exists (select from class_timetable where class_timetable.class_id = class.id and class_timetable.location_id = ${id}))`
