import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { isStaleBy } from './kept.ts'

/**
 * Takes away what the marks are of, and the marks. Whoever counts meanwhile does not keep it: see migration 0072.
 * @returns the clubs in which something was written
 */
export async function clearMarks(db: Db): Promise<number[]> {
  const { rows: marks } = await sql`select from report_mark limit 1`.execute(db)
  if (marks.length === 0) return []
  return await db.transaction().execute(async tx => {
    // First of all: it waits for those who keep something, and lets nobody keep what he has counted before.
    await sql`update report_clearing set cleared = cleared + 1`.execute(tx)
    const { rows } = await sql<{ club_id: number }>`
      with gone as (delete from report_mark returning *),
      stale as (
        delete from report_count kept using gone mark
        where mark.club_id = kept.club_id and ${isStaleBy}
      )
      select distinct club_id from gone`.execute(tx)
    return rows.map(row => row.club_id)
  })
}

/**
 * What was counted for days other than whole months or their ends, a while ago; for clubs together, which may not be those
 * of a tree any more; and what comes from another cluster.
 */
export async function forgetUnasked(db: Db): Promise<void> {
  await sql`
    delete from report_count
    where counted_at < now() - interval '3 days' and subject <> 'usual'
      and (from_on <> date_trunc('month', from_on) or until_on + 1 <> date_trunc('month', until_on + 1))
      and not (from_on = until_on and until_on + 1 = date_trunc('month', until_on + 1))
      or counted_at < now() - interval '30 days' and clubs is not null
      or cluster <> (select system_identifier from pg_control_system())`.execute(db)
}
