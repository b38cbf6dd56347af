import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

interface When {
  /** YYYY-MM-DD */
  readonly today: string
  /** In a club above it, too: may touch the club, without working in it himself. */
  readonly orAbove?: boolean
}

/**
 * Does an account work in a club on a day: as a user of it, or as its owner, admin or instructor? As platform/rights.ts.
 * The tables that the two come from must not be called `club` or `account`, which mean others in here.
 */
export const worksIn = (
  accountId: Expression<unknown>,
  clubId: Expression<unknown>,
  { today, orAbove = false }: When,
): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  with recursive above (id, parent_club_id) as (
    select id, parent_club_id from club where id = ${clubId}
    union all
    select club.id, club.parent_club_id from club join above on club.id = above.parent_club_id where ${orAbove}
  )
  select from above where exists (
    select from club_user where club_user.club_id = above.id and club_user.account_id = ${accountId}
      and user_since <= ${today} and (user_until is null or user_until >= ${today}) and reaches(club_user, ${clubId})
  ) or exists (
    select from club join account on account.person_id in (club.owner_id, club.admin_id)
      or account.person_id = club.instructor_id and above.id = ${clubId}
    where club.id = above.id and account.id = ${accountId}
  )
)`
