import { role } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import { employ } from '../identity/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Tables } from '../platform/tables.ts'

/** The people a club names, by the inputs that name them. */
export interface ClubPeople {
  readonly ownerId: number | null
  readonly adminId: number | null
  readonly instructorId: number | null
}

const posts = [
  ['ownerId', [], true],
  ['adminId', [], true],
  ['instructorId', [role.instructor], false],
] as const

interface Change {
  readonly clubId: number
  readonly before: ClubPeople
  readonly after: ClubPeople
  readonly today: string
}

/**
 * Makes people whom a club newly names users of it, as admins or as instructor. People named before stay users.
 * @throws Refused when one of them works neither there nor in a club above
 */
export async function appoint(tx: Transaction<Tables>, { clubId, before, after, today }: Change): Promise<void> {
  for (const [field, roleIds, isAdmin] of posts) {
    const personId = after[field]
    if (personId === before[field]) continue
    if (personId === null) continue
    const accountId = await workerOf(tx, { clubId, personId, today })
    if (accountId === undefined)
      throw new Refused(409, 'Choose someone who works in this club, or invite them first.', {
        [field]: ['Choose someone who works in this club, or invite them first.'],
      })
    await employ(tx, { clubId, accountId, today, isAdmin, roleIds, reach: isAdmin ? 'all' : 'own' })
  }
}

/** The account of a person who works in the club, or in one above it, today. */
async function workerOf(
  tx: Transaction<Tables>,
  { clubId, personId, today }: { clubId: number; personId: number; today: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select id, parent_club_id, owner_id, admin_id, instructor_id from club where id = ${clubId}
      union
      select club.id, club.parent_club_id, club.owner_id, club.admin_id, club.instructor_id
      from club join above on club.id = above.parent_club_id
    )
    select account.id from account where account.person_id = ${personId} and (
      exists (
        select from club_user join above on above.id = club_user.club_id
        where club_user.account_id = account.id and user_since <= ${today}
          and (user_until is null or user_until >= ${today}) and reaches(club_user, ${clubId}::bigint)
      ) or exists (
        select from above where account.person_id in (owner_id, admin_id)
          or account.person_id = instructor_id and above.id = ${clubId}
      )
    )`.execute(tx)
  return rows[0]?.id
}
