import type { Db } from '../../src/platform/database.ts'
import { testNow } from '../app.ts'
import { inTree } from './in-tree.ts'

interface BulkEditInput {
  clubId: number
  accountId: number
  memberId: number
}

/** A change to one member that can be undone, and has changed nothing. */
export async function createBulkEdit(db: Db, { clubId, accountId, memberId }: BulkEditInput): Promise<number> {
  const { id } = await db
    .insertInto('bulk_edit')
    .values({
      ...(await inTree(db, clubId)),
      ...{ account_id: accountId, kind: 'category', change: JSON.stringify({ kind: 'category', categoryId: null }) },
      ...{ figures: '', state: 'done', done: 1, created_at: testNow },
      undo_until: new Date(testNow.getTime() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('bulk_edit_member')
    .values({ bulk_edit_id: id, club_id: clubId, member_id: memberId, outcome: 'changed' })
    .execute()
  return id
}
