import type { Db } from '../platform/database.ts'

/** Pence of a charge that nothing has settled yet. */
export async function openOf(db: Db, chargeId: number): Promise<number> {
  const row = await db.selectFrom('open_charge').select('pence').where('charge_id', '=', chargeId).executeTakeFirst()
  return row?.pence ?? 0
}
