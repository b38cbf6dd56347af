import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/users.ts'
import { sql } from 'kysely'
import type { Read } from '../platform/route.ts'
import { staffToday } from './club-admins.ts'

interface Viewer {
  userId: number
  fullName: string
  clubName: string
  isAdmin: boolean
  isFiguresOnly: boolean
  roles: string[]
}

/**
 * Everyone who can see a club, or its figures, through one above it, as platform/rights.ts lets them in: the nearest
 * club for each.
 */
export async function getViewersFromAbove({ db, now }: Read, { clubId }: Input<typeof call.getViewersFromAbove>) {
  const today = staffToday(now)
  const { rows } = await sql<Viewer>`
    with above as (
      select * from club_and_above(${clubId}) where distance > 0
    ), place (account_id, club_id, distance, is_admin, is_open, club_user_id) as (
      select account_id, above.club_id, distance, is_admin, reaches(club_user, ${clubId}::bigint), club_user.id
      from above join club_user on club_user.club_id = above.club_id
      where user_since <= ${today} and (user_until is null or user_until >= ${today})
        and (reaches(club_user, ${clubId}::bigint) or sees_figures)
      union all
      select account.id, above.club_id, distance, true, true, null
      from above join club on club.id = above.club_id
      join account on account.person_id in (club.owner_id, club.admin_id)
    ), viewer as (
      select account_id, bool_or(is_admin) as is_admin, bool_or(is_open) as is_open,
        (array_agg(club_id order by is_open desc, distance))[1] as club_id,
        array_agg(club_user_id) as places
      from place group by account_id
    )
    select account.id as "userId", trim(person.first_name || ' ' || person.last_name) as "fullName",
      club.name as "clubName", viewer.is_admin as "isAdmin", not viewer.is_open as "isFiguresOnly", array(
        select distinct lookup.name from club_user_role join lookup on lookup.id = role_id
        where club_user_id = any(viewer.places) order by 1) as roles
    from viewer join account on account.id = viewer.account_id join person on person.id = account.person_id
    join club on club.id = viewer.club_id
    order by person.last_name, person.first_name, account.id`.execute(db)
  return rows
}
