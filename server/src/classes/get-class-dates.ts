import { daysBetween, todayIn } from '@honbu/contract/calendar.ts'
import type * as call from '@honbu/contract/classes.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import { occurrenceSql } from './occurrence-sql.ts'

const mostDays = 800

export async function getClassDates({ db, now }: Read, { id, from, to }: Input<typeof call.getClassDates>) {
  const days = daysBetween(from, to)
  if (days < 0 || days >= mostDays) {
    const message = days < 0 ? 'to should not be before from.' : `from and to should be at most ${mostDays} days apart.`
    throw new Refused(400, message, { to: [message] })
  }
  const club = await db
    .selectFrom('class')
    .innerJoin('club', 'club.id', 'class.club_id')
    .select('club.time_zone')
    .where('class.id', '=', id)
    .executeTakeFirstOrThrow()
  const [{ rows: dates }, cancelled] = await Promise.all([
    sql<{ date: string; startTime: string; finishTime: string; cover: string[]; location: string }>`
      select class_date as date, to_char(start_time, 'HH24:MI') as "startTime",
        to_char(finish_time, 'HH24:MI') as "finishTime",
        array(
          select trim(person.first_name || ' ' || person.last_name)
          from class_cover cover join person on person.id = cover.person_id
          where cover.class_id = ${id} and cover.class_date = session.class_date order by person.last_name, person.id
        ) as cover, coalesce(location.name, '') as location
      from ${occurrenceSql(sql`class.id = ${id}`, from, to)} session
      left join location on location.id = session.location_id
      order by class_date`.execute(db),
    db
      .selectFrom('class_session')
      .select(['class_date as date', 'reason', 'moved_to as movedTo'])
      .where('class_id', '=', id)
      .where('is_cancelled', '=', true)
      .where('class_date', '>=', from)
      .where('class_date', '<=', to)
      .orderBy('class_date')
      .execute(),
  ])
  return { today: todayIn(club.time_zone, now), dates, cancelled }
}
