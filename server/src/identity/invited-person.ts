import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** Tables that name people who teach, with the columns that say what. */
const teaching = [
  ['class_instructor', 'class_id'],
  ['class_timetable_instructor', 'timetable_id'],
  ['class_cover', 'class_id, club_id, class_date'],
] as const

/**
 * Ends the person that an invitation has made up for someone. Their classes go to `personId`, or to no one.
 * @param invitedId null in invitations from before people were named
 */
export async function replaceInvited(
  tx: Transaction<Tables>,
  { invitedId, personId }: { invitedId: number | null; personId: number | null },
): Promise<void> {
  if (invitedId === null) return
  await tx.selectFrom('person').select('id').where('id', '=', invitedId).forUpdate().execute()
  for (const [table, columns] of teaching) {
    const what = sql.raw(columns)
    if (personId !== null)
      await sql`
        insert into ${sql.table(table)} (${what}, person_id)
        select ${what}, ${personId}::bigint from ${sql.table(table)} where person_id = ${invitedId}
        on conflict do nothing`.execute(tx)
    await sql`delete from ${sql.table(table)} where person_id = ${invitedId}`.execute(tx)
  }
  await tx.updateTable('club_invitation').set({ person_id: null }).where('person_id', '=', invitedId).execute()
  await tx.deleteFrom('person').where('id', '=', invitedId).execute()
}
