import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { getTaskChoices as call } from '@honbu/contract/tasks.ts'
import { sql } from 'kysely'
import { staffTimeZone } from '../platform/rights.ts'
import type { Read } from '../platform/route.ts'
import { todayAtTop } from './mine.ts'

export async function getTaskChoices({ db, user, now }: Read, { id }: Input<typeof call>) {
  const clubIds = id === 0 ? [...user.clubs.keys()] : [id]
  const today = todayIn(staffTimeZone, now)
  const clubs = await db
    .selectFrom('club')
    .select(['id as clubId', 'name as clubName', 'parent_club_id as parentId', 'time_zone as timeZone'])
    .where('id', 'in', [0, ...clubIds])
    .orderBy('name')
    .orderBy('id')
    .execute()
  const { rows: people } = await sql<{ accountId: number; fullName: string; clubIds: number[] }>`
    with works as (
      select club_id, account_id from club_user
      where club_id = any(${clubIds}) and user_since <= ${today} and (user_until is null or user_until >= ${today})
      union
      select club.id, account.id from club
      join account on account.person_id in (club.owner_id, club.admin_id, club.instructor_id)
      where club.id = any(${clubIds})
    )
    select account.id as "accountId", trim(person.first_name || ' ' || person.last_name) as "fullName",
      array_agg(works.club_id order by works.club_id) as "clubIds"
    from works join account on account.id = works.account_id join person on person.id = account.person_id
    group by account.id, person.id order by person.last_name, person.first_name, account.id`.execute(db)
  return {
    accountId: user.accountId,
    today: todayAtTop(clubs, user, now),
    clubs: clubs.map(({ clubId, clubName }) => ({ clubId, clubName })),
    people,
  }
}
