import { mayDo } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { userOf } from '../platform/rights.ts'

/** Says whether an account may still export from all of some clubs. A file takes longer than a request, so each step asks. */
export async function mayStillExport(
  db: Db,
  { accountId, clubIds }: { readonly accountId: number; readonly clubIds: readonly number[] },
  now: Date,
): Promise<boolean> {
  const user = await userOf(db, accountId, now)
  return user !== null && clubIds.every(id => mayDo(user, id, 'export'))
}
