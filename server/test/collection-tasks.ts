import type { Db } from '../src/platform/database.ts'

/** Reads the open tasks about collecting, of a member or of a whole club, the oldest first. */
export async function collectionTasks(db: Db, of: { memberId: number } | { clubId: number }): Promise<string[]> {
  const [column, id] = 'memberId' in of ? (['member_id', of.memberId] as const) : (['club_id', of.clubId] as const)
  const rows = await db
    .selectFrom('task')
    .select('subject')
    .where(column, '=', id)
    .where('kind', '=', 'collection')
    .where('completed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}
