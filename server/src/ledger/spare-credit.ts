import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/**
 * What a member has in credit with each of these clubs beyond what is open there, in pence, by club; one without is not
 * among them. What is open is settled first: the next posting gives it whatever lies beside it.
 */
export async function spareCredit(db: Db, memberId: number, clubIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ clubId: number; pence: number }>`
    select club_id as "clubId", sum(pence)::integer as pence from (
      select club_id, pence from open_credit where member_id = ${memberId}
      union all select club_id, -pence from open_charge where member_id = ${memberId}
    ) standing
    where club_id = any(${[...clubIds]}::bigint[]) group by club_id having sum(pence) > 0`.execute(db)
  return new Map(rows.map(({ clubId, pence }) => [clubId, pence]))
}
