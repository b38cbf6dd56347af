import type { Db } from '../../src/platform/database.ts'

export async function rootOf(db: Db, clubId: number): Promise<number> {
  return (await inTree(db, clubId)).root_club_id
}

/** The columns by which a row is a club's. */
export async function inTree(db: Db, clubId: number) {
  return await db
    .selectFrom('club')
    .select(['id as club_id', 'root_club_id'])
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
}
