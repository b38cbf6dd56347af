import type { Db } from '../platform/database.ts'

/** Their charges may be paid otherwise. Should money come of one all the same, it is taken as what it is. */
export async function releaseCheckouts(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('checkout').set({ state: 'over' }).where('id', 'in', ids).where('state', '=', 'open').execute()
  await db.updateTable('checkout_charge').set({ is_open: false }).where('checkout_id', 'in', ids).execute()
}
