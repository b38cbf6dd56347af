import { todayIn } from '@honbu/contract/calendar.ts'
import { moneyTabs } from '@honbu/contract/report-money.ts'
import type { ReportTab } from '@honbu/contract/report-tabs.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { staffTimeZone } from '../../platform/rights.ts'

export interface Person {
  readonly accountId: number
  readonly personId: number
  readonly sub: string
  readonly name: string
  readonly email: string
  /** Of all of the clubs. */
  readonly isAdmin: boolean
}

/**
 * Who may see all of these clubs, straight or through a club above, by name: as platform/rights.ts reads it for one account.
 * @param tab so that only admins see the clubs' money
 * @param among only of these accounts
 */
export async function whoMaySee(
  db: Db,
  clubIds: readonly number[],
  now: Date,
  { tab, among }: { readonly tab?: ReportTab | undefined; readonly among?: readonly number[] } = {},
): Promise<Person[]> {
  const [people = []] = await whoMaySeeEach(db, [{ clubIds, tab, among }], now)
  return people
}

interface Asked {
  readonly clubIds: readonly number[]
  readonly tab?: ReportTab | undefined
  readonly among?: readonly number[] | undefined
}

/** The same of several sets of clubs, in their order. */
export async function whoMaySeeEach(db: Db, asked: readonly Asked[], now: Date): Promise<Person[][]> {
  const today = todayIn(staffTimeZone, now)
  const clubs = asked.flatMap(({ clubIds }, index) => [...new Set(clubIds)].map(id => [index, id] as const))
  const accounts = asked.flatMap(({ among = [] }, index) => among.map(id => [index, id] as const))
  const ofAnybody = asked.flatMap(({ among }, index) => (among ? [] : [index]))
  const { rows } = await sql<Person & { index: number }>`
    with recursive asked (index, club_id) as (
      select * from unnest(${clubs.map(([index]) => index)}::int[], ${clubs.map(([, id]) => id)}::bigint[])
    ), above (club_id, id) as (
      select id, id from club where id in (select club_id from asked)
      union
      select above.club_id, club.parent_club_id from above join club on club.id = above.id
      where club.parent_club_id is not null
    ), works as (
      select club_id, account_id, is_admin from club_user
      where user_since <= ${today} and (user_until is null or user_until >= ${today})
      union
      select club.id, account.id, account.person_id in (coalesce(owner_id, 0), coalesce(admin_id, 0)) from club
      join account on account.person_id in (club.owner_id, club.admin_id, club.instructor_id)
    ), size (index, clubs) as (select index, count(*) from asked group by index)
    select asked.index, account.id as "accountId", person.id as "personId", account.sub, account.email::text as email,
      trim(person.first_name || ' ' || person.last_name) as name,
      count(distinct asked.club_id) filter (where works.is_admin) = size.clubs as "isAdmin"
    from asked join size on size.index = asked.index
    join above on above.club_id = asked.club_id join works on works.club_id = above.id
    join account on account.id = works.account_id join person on person.id = account.person_id
    where asked.index = any(${ofAnybody}::int[]) or (asked.index, account.id) in (
      select * from unnest(${accounts.map(([index]) => index)}::int[], ${accounts.map(([, id]) => id)}::bigint[]))
    group by asked.index, size.clubs, account.id, person.id
    having count(distinct asked.club_id) = size.clubs
    order by person.last_name, person.first_name, account.id`.execute(db)
  const byIndex = Map.groupBy(rows, ({ index }) => index)
  return asked.map(({ tab }, index) => {
    const people = (byIndex.get(index) ?? []).map(({ index: _, ...person }) => person)
    return tab && moneyTabs.has(tab) ? people.filter(({ isAdmin }) => isAdmin) : people
  })
}
