import { type applyBulkEdit as call, mostEdited } from '@honbu/contract/bulk.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { sql } from 'kysely'
import { matchingMembers, todayOf } from '../directory/index.ts'
import type { User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'

type Which = Pick<Input<typeof call>, 'clubId' | 'members' | 'filter'>

/**
 * The members with a membership in the club who are named, or whom a search finds.
 * @throws Refused 400 for neither or both, for a filter that can't be read, for no one and for too many
 */
export async function chosenMembers(
  { db, user, now }: { db: Db; user: User; now: Date },
  { clubId, members, filter }: Which,
): Promise<{ memberIds: number[]; elsewhere: number }> {
  if ((members === undefined) === (filter === undefined))
    throw refused('Name the members, or the search that finds them: one of the two.')
  const today = await todayOf(db, [clubId], now)
  const rows = await matchingMembers(db, user, { clubIds: [clubId], filter, today })
    .select('directory_entry.member_id')
    .$if(members !== undefined, query =>
      query.where('directory_entry.member_id', '=', sql<number>`any(${members ?? []}::bigint[])`),
    )
    .orderBy('directory_entry.member_id')
    .limit(mostEdited + 1)
    .execute()
  if (rows.length > mostEdited) throw refused(`Choose up to ${wholeNumber(mostEdited)} people at a time.`)
  const memberIds = rows.map(({ member_id }) => member_id)
  if (memberIds.length === 0) throw refused('No one of these is in this club.')
  return { memberIds, elsewhere: members ? new Set(members).size - memberIds.length : 0 }
}

const refused = (message: string) => new Refused(400, message, { members: [message] })
