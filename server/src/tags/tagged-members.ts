import type { Input } from '@honbu/contract/endpoint.ts'
import type { addTags as call } from '@honbu/contract/tags.ts'
import { type RawBuilder, sql } from 'kysely'
import { matchingMembers, todayOf } from '../directory/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

type Which = Pick<Input<typeof call>, 'members' | 'filter' | 'clubIds'>

/**
 * Whom a call with `members` or `filter` means: a table of member_id and club_id, the club being one of the caller's in
 * which he is (or was) a member, an active membership before others.
 */
export async function taggedMembers(
  { tx, user, now }: Write,
  { members, filter, clubIds }: Which,
): Promise<RawBuilder<unknown>> {
  if ((members === undefined) === (filter === undefined)) {
    const message = 'Name the members, or the search that finds them: one of the two.'
    throw new Refused(400, message, { members: [message] })
  }
  const clubs = [...user.clubs.keys()]
  const whom = members ? sql`any(${[...members]}::bigint[])` : sql`any(array(${await found()}))`
  return sql`(
    select distinct on (member_id) member_id, club_id, root_club_id from club_member
    where member_id = ${whom} and club_id = any(${clubs}::bigint[])
    order by member_id, member_status_id not in (21, 24), club_id
  )`

  async function found() {
    const today = await todayOf(tx, clubIds ?? clubs, now)
    return matchingMembers(tx, user, { clubIds, filter, today }).select('directory_entry.member_id')
  }
}
