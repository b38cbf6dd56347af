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
  const today = todayIn(staffTimeZone, now)
  const ids = [...new Set(clubIds)]
  const { rows } = await sql<Person>`
    with recursive above (club_id, id) as (
      select id, id from club where id = any(${ids}::bigint[])
      union
      select above.club_id, club.parent_club_id from above join club on club.id = above.id
      where club.parent_club_id is not null
    ), works as (
      select club_id, account_id, is_admin from club_user
      where user_since <= ${today} and (user_until is null or user_until >= ${today})
      union
      select club.id, account.id, account.person_id in (coalesce(owner_id, 0), coalesce(admin_id, 0)) from club
      join account on account.person_id in (club.owner_id, club.admin_id, club.instructor_id)
    )
    select account.id as "accountId", person.id as "personId", account.sub, account.email::text as email,
      trim(person.first_name || ' ' || person.last_name) as name,
      count(distinct above.club_id) filter (where works.is_admin) = ${ids.length} as "isAdmin"
    from above join works on works.club_id = above.id
    join account on account.id = works.account_id join person on person.id = account.person_id
    where ${among ? sql`account.id = any(${[...among]}::bigint[])` : sql`true`}
    group by account.id, person.id
    having count(distinct above.club_id) = ${ids.length}
    order by person.last_name, person.first_name, account.id`.execute(db)
  return tab && moneyTabs.has(tab) ? rows.filter(({ isAdmin }) => isAdmin) : rows
}
