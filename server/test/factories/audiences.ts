import type { Db } from '../../src/platform/database.ts'
import { inTree } from './in-tree.ts'
import { next } from './next.ts'

/** An audience of a club that is kept: everybody. */
export async function createAudience(db: Db, clubId: number): Promise<number> {
  const { id } = await db
    .insertInto('audience')
    .values({
      ...(await inTree(db, clubId)),
      name: `Audience ${next()}`,
      conditions: JSON.stringify({ include: [], exclude: [] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
