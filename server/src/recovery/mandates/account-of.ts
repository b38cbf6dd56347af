import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** The account at GoCardless that a club uses, and whose it is: its own, or of the nearest club above. */
export interface UsedAccount {
  readonly accountId: number
  readonly clubId: number
  readonly clubName: string
}

export async function goCardlessAccountOf(db: Db, clubId: number): Promise<UsedAccount | null> {
  return (await goCardlessAccountsOf(db, [clubId])).get(clubId) ?? null
}

/** The same of many clubs, by the club that uses it. */
export async function goCardlessAccountsOf(db: Db, clubIds: readonly number[]): Promise<Map<number, UsedAccount>> {
  const { rows } = await sql<UsedAccount & { ofClub: number }>`
    with recursive up (of_club, id, parent_club_id, name, distance) as (
      select id, id, parent_club_id, name, 0 from club where id = any(${[...clubIds]}::bigint[])
      union all
      select up.of_club, club.id, club.parent_club_id, club.name, up.distance + 1
      from club join up on club.id = up.parent_club_id
    )
    select distinct on (of_club) of_club as "ofClub", account.id as "accountId", up.id as "clubId",
      up.name as "clubName"
    from up join provider_account account on account.club_id = up.id and account.provider = 'gocardless'
    order by of_club, is_sandbox, distance`.execute(db)
  return new Map(rows.map(({ ofClub, ...account }) => [ofClub, account]))
}
