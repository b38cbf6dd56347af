import type { Reach } from '@honbu/contract/users.ts'
import type { Transaction } from 'kysely'
import { maySeeFigures, mayTouch, type User } from '../platform/access.ts'
import { Refused } from '../platform/refused.ts'
import type { Tables } from '../platform/tables.ts'

/** The clubs below a club that someone's place in it opens. */
export interface Reaching {
  readonly reach: Reach
  /** Those chosen, each with all below it; none unless `reach` is `some`. */
  readonly reachClubIds: readonly number[]
  /** They also see the figures of all the other clubs below. */
  readonly seesFigures: boolean
}

/**
 * What an admin may open to someone: clubs below their own, of which the admin is an admin too.
 * @throws Refused 400 under `reachClubIds`, `reach` or `seesFigures`
 */
export async function checkedReach(
  tx: Transaction<Tables>,
  user: User,
  clubId: number,
  { reach, reachClubIds, seesFigures }: Reaching,
): Promise<Reaching> {
  if (reach === 'own' && !seesFigures) return { reach, reachClubIds: [], seesFigures }
  const below = await clubsBelow(tx, clubId)
  if (reach === 'all') {
    if (!below.every(id => mayTouch(user, id, true)))
      throw beside('reach', 'Only an admin of all clubs below can open them all.')
    // Opening them shows their figures too.
    return { reach, reachClubIds: [], seesFigures: false }
  }
  if (seesFigures && !below.every(id => maySeeFigures(user, id, true)))
    throw beside('seesFigures', 'Only an admin who sees the figures of all clubs below can show them to others.')
  if (reach === 'own') return { reach, reachClubIds: [], seesFigures }
  if (reachClubIds.length === 0) throw beside('reachClubIds', 'Choose at least one club.')
  if (!reachClubIds.every(id => below.includes(id))) throw beside('reachClubIds', 'Choose clubs below this one.')
  return { reach, reachClubIds: [...new Set(reachClubIds)], seesFigures }
}

async function clubsBelow(tx: Transaction<Tables>, clubId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom(eb => eb.fn<{ club_id: number }>('club_and_below', [eb.val(clubId)]).as('below'))
    .select('below.club_id as id')
    .execute()
  return rows.map(({ id }) => id).filter(id => id !== clubId)
}

const beside = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
