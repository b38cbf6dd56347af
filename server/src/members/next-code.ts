import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'

type Tx = Transaction<Tables>

/** Two who add to one tree at a time could both add the same person, and give one code twice: the second waits. */
export async function lockTree(tx: Tx, rootClubId: number): Promise<void> {
  await tx.selectFrom('club').select('id').where('id', '=', rootClubId).forNoKeyUpdate().execute()
}

/** Codes count on from the highest that is a number; the first is 1001. The tree is locked by then. */
export async function nextCode(db: Db, rootClubId: number): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(code::bigint), 1000) + 1 as next from member
    where root_club_id = ${rootClubId} and code ~ '^[0-9]{1,15}$'`.execute(db)
  return rows[0]?.next ?? 1001
}
