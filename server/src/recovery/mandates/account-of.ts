import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** The account at GoCardless that a club uses, and whose it is: its own, or of the nearest club above. */
export interface UsedAccount {
  readonly accountId: number
  readonly clubId: number
  readonly clubName: string
}

export async function goCardlessAccountOf(db: Db, clubId: number): Promise<UsedAccount | null> {
  const { rows } = await sql<UsedAccount>`
    with recursive up (id, parent_club_id, name, distance) as (
      select id, parent_club_id, name, 0 from club where id = ${clubId}
      union all
      select club.id, club.parent_club_id, club.name, up.distance + 1 from club join up on club.id = up.parent_club_id
    )
    select account.id as "accountId", up.id as "clubId", up.name as "clubName"
    from up join provider_account account on account.club_id = up.id and account.provider = 'gocardless'
    order by is_sandbox, distance limit 1`.execute(db)
  return rows[0] ?? null
}
