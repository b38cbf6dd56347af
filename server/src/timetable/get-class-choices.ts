import { todayIn } from '@honbu/contract/calendar.ts'
import type * as form from '@honbu/contract/class-form.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { mayTouch } from '../platform/access.ts'
import type { Read } from '../platform/route.ts'

/** All that the form of a class offers, in one call. */
export async function getClassChoices({ db, user, now }: Read, { clubId }: Input<typeof form.getClassChoices>) {
  const club = await db
    .selectFrom('club')
    .select(['name', 'time_zone'])
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const today = todayIn(club.time_zone, now)
  const [locations, disciplines, grades, instructors] = await Promise.all([
    db
      .selectFrom('location')
      .select(['id', 'name', 'capacity'])
      .where('club_id', '=', clubId)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    // Its own, and those of the clubs above it.
    sql<{ id: number; name: string; colour: string }>`
      with recursive above (id, parent_club_id) as (
        select id, parent_club_id from club where id = ${clubId}
        union all
        select club.id, club.parent_club_id from club join above on club.id = above.parent_club_id
      )
      select id, name, colour from discipline where club_id in (select id from above) order by name, id`.execute(db),
    sql<{ id: number; name: string; disciplineId: number }>`
      select grade.id, grade.name, discipline_id as "disciplineId" from grade
      join discipline on discipline.id = grade.discipline_id
      where discipline.club_id in (select club_id from club_and_above(${clubId}))
      order by discipline_id, position, grade.id`.execute(db),
    sql<{ id: number; name: string; isInvited: boolean }>`
      select person.id, trim(first_name || ' ' || last_name) as name, invited.person_id is not null as "isInvited"
      from person left join club_invitation invited on invited.person_id = person.id and invited.club_id = ${clubId}
      where invited.person_id is not null or person.id in (
        select account.person_id from club_user join account on account.id = club_user.account_id
        where club_user.club_id = ${clubId} and user_since <= ${today} and (user_until is null or user_until >= ${today})
        union all
        select unnest(array[owner_id, admin_id, instructor_id]) from club where id = ${clubId}
      )
      order by last_name, first_name, person.id`.execute(db),
  ])
  return {
    today,
    clubName: club.name,
    isAdmin: mayTouch(user, clubId, true),
    locations,
    disciplines: disciplines.rows,
    grades: grades.rows,
    instructors: instructors.rows,
  }
}
