import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { PlannedLine } from '../plan/plan.ts'

interface Options {
  readonly importId: number
  readonly rootClubId: number
  /** Members who were made from lines. */
  readonly memberIdOf: (line: number) => number | null
}

/** Keeps what becomes of each line, in place of what was kept before. */
export async function writeLines(tx: Db, lines: readonly PlannedLine[], { importId, rootClubId, memberIdOf }: Options) {
  await tx.deleteFrom('import_line').where('import_batch_id', '=', importId).execute()
  for (let from = 0; from < lines.length; from += 1000) {
    const rows = lines.slice(from, from + 1000).map(({ line, outcome, name, memberId, problems, stored }) => ({
      ...{ line, outcome, name, problems, stored },
      member_id: memberId ?? memberIdOf(line),
    }))
    await sql`
      insert into import_line (import_batch_id, root_club_id, line, outcome, name, member_id, problems, stored)
      select ${importId}, ${rootClubId}, line, outcome, name, member_id, problems, stored
      from jsonb_populate_recordset(null::import_line, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
  }
}
