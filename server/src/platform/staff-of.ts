import { todayIn } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { staffTimeZone } from './rights.ts'

export interface Staff {
  readonly accountId: number
  readonly personId: number
  readonly sub: string
  readonly name: string
  readonly email: string
  /** Of all of the clubs. */
  readonly isAdmin: boolean
  /** Those of the clubs that they may touch: all of them, unless those who see figures alone were asked for too. */
  readonly openClubIds: readonly number[]
}

interface Asked {
  readonly clubIds: readonly number[]
  /** Only these accounts; left out: anyone's. */
  readonly among?: readonly number[] | undefined
}

/**
 * Says whether an account may still work in all of some clubs, as an admin if need be. Anything that takes longer than a
 * request asks this again before each step: the person who started it may have left since.
 */
export async function mayStillTouch(
  db: Db,
  { accountId, clubIds, isAdmin = false }: { accountId: number; clubIds: readonly number[]; isAdmin?: boolean },
  now: Date,
): Promise<boolean> {
  const [[staff] = []] = await staffOfEach(db, [{ clubIds, among: [accountId] }], now)
  return staff !== undefined && (!isAdmin || staff.isAdmin)
}

/**
 * Reads for each set of clubs who may work in all of them, straight or through a club above, by name: as rights.ts reads
 * it for one account.
 * @param options withFigures: those too who only see the figures of some of the clubs
 */
export async function staffOfEach(
  db: Db,
  asked: readonly Asked[],
  now: Date,
  { withFigures = false } = {},
): Promise<Staff[][]> {
  const today = todayIn(staffTimeZone, now)
  const clubs = asked.flatMap(({ clubIds }, index) => [...new Set(clubIds)].map(id => [index, id] as const))
  const accounts = asked.flatMap(({ among = [] }, index) => among.map(id => [index, id] as const))
  const ofAnybody = asked.flatMap(({ among }, index) => (among ? [] : [index]))
  const { rows } = await sql<Staff & { index: number }>`
    with recursive asked (index, club_id) as (
      select * from unnest(${clubs.map(([index]) => index)}::int[], ${clubs.map(([, id]) => id)}::bigint[])
    ), above (club_id, id) as (
      select id, id from club where id in (select club_id from asked)
      union
      select above.club_id, club.parent_club_id from above join club on club.id = above.id
      where club.parent_club_id is not null
    ), works (club_id, account_id, is_admin, is_open) as (
      select above.club_id, account_id, is_admin, reaches(club_user, above.club_id)
      from above join club_user on club_user.club_id = above.id
      where user_since <= ${today} and (user_until is null or user_until >= ${today})
        and (reaches(club_user, above.club_id) or ${withFigures}::boolean and sees_figures)
      union
      select above.club_id, account.id, account.person_id in (coalesce(owner_id, 0), coalesce(admin_id, 0)), true
      from above join club on club.id = above.id
      join account on account.person_id in (club.owner_id, club.admin_id)
        or account.person_id = club.instructor_id and above.id = above.club_id
    ), size (index, clubs) as (select index, count(*) from asked group by index)
    select asked.index, account.id as "accountId", person.id as "personId", account.sub, account.email::text as email,
      trim(person.first_name || ' ' || person.last_name) as name,
      count(distinct asked.club_id) filter (where works.is_admin) = size.clubs as "isAdmin",
      coalesce(array_agg(distinct asked.club_id) filter (where works.is_open), '{}') as "openClubIds"
    from asked join size on size.index = asked.index
    join works on works.club_id = asked.club_id
    join account on account.id = works.account_id join person on person.id = account.person_id
    where asked.index = any(${ofAnybody}::int[]) or (asked.index, account.id) in (
      select * from unnest(${accounts.map(([index]) => index)}::int[], ${accounts.map(([, id]) => id)}::bigint[]))
    group by asked.index, size.clubs, account.id, person.id
    having count(distinct asked.club_id) = size.clubs
    order by person.last_name, person.first_name, account.id`.execute(db)
  const byIndex = Map.groupBy(rows, ({ index }) => index)
  return asked.map((_, index) => (byIndex.get(index) ?? []).map(({ index: __, ...staff }) => staff))
}
