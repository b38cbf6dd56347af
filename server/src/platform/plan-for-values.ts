import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Until the end of the transaction each statement is planned for its own values, also one that is prepared: for a question
 * whose best way depends on how many rows its values leave. Index pages are taken to be as near as they are on today's
 * disks, or in memory.
 */
export async function planForValues(tx: Transaction<Tables>): Promise<void> {
  await sql`
    select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('random_page_cost', '1.5', true)`.execute(
    tx,
  )
}

/**
 * Each statement of the work takes an index where there is one. For "is there any" Postgres reads tables from their start
 * where many rows should do, and reads them to their end when it is wrong.
 */
export async function onIndexes<Result>(tx: Transaction<Tables>, work: () => Promise<Result>): Promise<Result> {
  const readWhole = (allowed: 'on' | 'off') => sql`select set_config('enable_seqscan', ${allowed}, true)`.execute(tx)
  await readWhole('off')
  const result = await work()
  await readWhole('on')
  return result
}
