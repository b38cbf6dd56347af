import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** Pence. */
export interface OverdueDebt {
  readonly overdue: number
  /** Members with a charge that's overdue. */
  readonly debtors: number
  /** All that's open, due or not. */
  readonly owed: number
}

/**
 * What members owe clubs, and what of it is overdue: due before today in the club's time zone, as `debtInfo` has it. What
 * falls due today isn't overdue yet.
 */
export async function overdueDebt(db: Db, clubIds: readonly number[], now: Date): Promise<OverdueDebt> {
  const isOverdue = sql`open.due_on < (${now}::timestamptz at time zone club.time_zone)::date`
  const { rows } = await sql<OverdueDebt>`
    select coalesce(sum(pence) filter (where ${isOverdue}), 0)::bigint as overdue,
      count(distinct (open.club_id, member_id)) filter (where ${isOverdue})::integer as debtors,
      coalesce(sum(pence), 0)::bigint as owed
    from open_charge open join club on club.id = open.club_id
    where open.club_id = any(${[...clubIds]}::bigint[])`.execute(db)
  // One row always: these are sums.
  return rows[0] as OverdueDebt
}
