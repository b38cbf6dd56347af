import type { Transaction } from 'kysely'
import { CannotStart } from '../../platform/cannot-start.ts'
import type { Tables } from '../../platform/tables.ts'
import type { TargetClub } from './target.ts'

type Tx = Transaction<Tables>

/** The class whose register is asked for: of this club, and not over. */
export async function requireClass(tx: Tx, club: TargetClub, classId: number, today: string) {
  const found = await tx
    .selectFrom('class')
    .select(['id', 'class_name as name', 'end_date as endDate'])
    .where('id', '=', classId)
    .where('club_id', '=', club.id)
    .executeTakeFirst()
  if (!found) throw new CannotStart(`${club.name} has no class ${classId}.`)
  if (found.endDate && found.endDate < today)
    throw new CannotStart(`Class ${classId} of ${club.name} ended on ${found.endDate}.`)
  return found
}

/** Puts members on the register from today on. Answers how many were not on it already. */
export async function enrol(
  tx: Tx,
  club: TargetClub,
  classId: number,
  memberIds: readonly number[],
  today: string,
): Promise<number> {
  if (memberIds.length === 0) return 0
  const added = await tx
    .insertInto('class_member')
    .values(
      memberIds.map(id => ({
        class_id: classId,
        club_id: club.id,
        root_club_id: club.rootClubId,
        member_id: id,
        date_added: today,
      })),
    )
    .onConflict(conflict => conflict.columns(['class_id', 'member_id']).where('removed_on', 'is', null).doNothing())
    .returning('id')
    .execute()
  return added.length
}
