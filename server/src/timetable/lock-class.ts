import { todayIn } from '@honbu/contract/calendar.ts'
import type { Kysely, Selectable } from 'kysely'
import { readClass } from '../classes/index.ts'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { checkVersion } from '../platform/version.ts'

export type ClassRow = Selectable<Tables['class']>

/**
 * The class as it is stored; whoever else wants to change it waits. `version`: of the class that was edited, undefined
 * where the caller does not say.
 * @throws Refused 409 with the class as it is now when someone else has saved it since
 */
export async function lockClass({ tx, now }: Write, id: number, version: number | undefined): Promise<ClassRow> {
  const row = await tx.selectFrom('class').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (version !== undefined)
    await checkVersion(tx, {
      subject: 'class',
      subjectId: id,
      is: row.version,
      given: version,
      current: () => readClass(tx, id, now),
    })
  return row
}

/** Counts a change of what belongs to the class but stands in other tables. */
export const nextVersion = ({ tx }: Pick<Write, 'tx'>, { id, version }: ClassRow): Promise<ClassRow> =>
  tx
    .updateTable('class')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Today where the club is. */
export async function clubToday({ tx, now }: { tx: Kysely<Tables>; now: Date }, clubId: number): Promise<string> {
  const club = await tx.selectFrom('club').select('time_zone').where('id', '=', clubId).executeTakeFirstOrThrow()
  return todayIn(club.time_zone, now)
}
