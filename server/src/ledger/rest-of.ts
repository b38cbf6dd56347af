import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/**
 * Finds the charges among these that aren't reversed, with the entries that reduce or correct them: partial credits, and
 * changes of the days that they are for.
 */
export async function withCorrections(db: Db, chargeIds: readonly number[]): Promise<{ id: number; pence: number }[]> {
  const { rows } = await sql<{ id: number; pence: number }>`
    with recursive entry (id) as (
      select id from standing_charge where id = any(${[...chargeIds]}::bigint[])
      union
      select correction.id from entry cross join lateral (
        select part.id from charge part where part.part_of_id = entry.id
        union all
        select change.charge_id from membership_period period
        join membership_period_change change on change.membership_period_id = period.id
        where period.charge_id = entry.id
      ) correction join standing_charge on standing_charge.id = correction.id
    )
    select id, amount_pence as pence from entry join standing_charge using (id) order by id`.execute(db)
  return rows
}

/** Pence that are left of a charge after its credits and corrections; 0 if it is reversed. */
export async function restOf(db: Db, chargeId: number): Promise<number> {
  const entries = await withCorrections(db, [chargeId])
  return entries.reduce((sum, { pence }) => sum + pence, 0)
}
