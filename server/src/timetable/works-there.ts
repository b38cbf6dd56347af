import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Does a person work in a club on a day: as its owner, admin or instructor, or as a user of it or of a club above it?
 * The same rule as platform/rights.ts, for someone who is not signed in.
 */
export const worksThere = (
  personId: Expression<unknown>,
  { clubId, today }: { clubId: number; today: string },
): RawBuilder<SqlBool> => sql<SqlBool>`(
  exists (select from club where id = ${clubId} and ${personId} in (owner_id, admin_id, instructor_id))
  or exists (
    with recursive above (id, parent_club_id) as (
      select id, parent_club_id from club where id = ${clubId}
      union all
      select club.id, club.parent_club_id from club join above on club.id = above.parent_club_id
    )
    select from club_user
    join account on account.id = club_user.account_id
    where account.person_id = ${personId} and club_user.club_id in (select id from above)
      and user_since <= ${today} and (user_until is null or user_until >= ${today})
      and reaches(club_user, ${clubId}::bigint)
  )
)`
