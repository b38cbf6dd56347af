import { ChosenMembers, type getChosenClubs as call } from '@honbu/contract/audience.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { matching, todayOf } from '../directory/index.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import { membersNow } from './members-now.ts'

/** As many as a message may be for. */
const mostClubs = 500

interface Found {
  readonly id: number
  readonly rootClubId: number
  readonly rootName: string
  readonly members: number
}

/** Where the members are who were chosen in the directory, and who of the user's clubs writes to them. */
export async function getChosenClubs({ db, user, now }: Read, { clubIds, ...asked }: Input<typeof call>) {
  const chosen = ChosenMembers.safeParse(asked)
  if (!chosen.success) refuse(chosen.error.issues[0]?.message ?? '', 400)
  const among = clubIds ?? [...user.clubs.keys()]
  const { members, filter } = chosen.data
  const whom = members
    ? sql`directory_entry.member_id = any(array(${membersNow(members)}))`
    : matching({ clubIds: among, filter, today: await todayOf(db, among, now) })
  const { rows } = await sql<Found>`
    select found.id, club.root_club_id as "rootClubId", root.name as "rootName", found.members
    from (
      select directory_entry.club_id as id, count(*) as members from directory_entry
      where directory_entry.club_id = any(${[...among]}::bigint[]) and ${whom} group by directory_entry.club_id
    ) found
    join club on club.id = found.id
    join club root on root.id = club.root_club_id
    order by found.members desc, found.id`.execute(db)
  const [most] = rows
  if (!most) refuse('There is nobody to write to: no member is chosen, or none is found any more.', 409)
  const trees = [...new Set(rows.map(({ rootName }) => rootName))]
  if (rows.some(({ rootClubId }) => rootClubId !== most.rootClubId))
    refuse(`One message cannot go to clubs that do not belong together: ${trees.join(', ')}. Choose one of them.`, 409)
  if (rows.length > mostClubs) refuse(`They are in more than ${mostClubs} clubs. Choose fewer.`, 409)
  const ids = rows.map(({ id }) => id)
  const total = await sql<{ total: number }>`
    select count(distinct directory_entry.member_id) as total from directory_entry
    where directory_entry.club_id = any(${ids}::bigint[]) and ${whom}`.execute(db)
  const clubId = (await nearestAbove(db, ids, [...user.clubs.keys()])) ?? most.id
  return { clubId, clubIds: ids.toSorted((one, other) => one - other), total: total.rows[0]?.total ?? 0 }
}

/** The lowest of the user's clubs below which all of these are, itself among them; undefined where he works only beside each. */
async function nearestAbove(db: Db, clubIds: readonly number[], own: readonly number[]): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select above.club_id as id
    from unnest(${[...clubIds]}::bigint[]) as one (id) cross join lateral club_and_above(one.id) above
    where above.club_id = any(${[...own]}::bigint[])
    group by above.club_id having count(*) = ${clubIds.length}
    order by max(above.distance), above.club_id limit 1`.execute(db)
  return rows[0]?.id
}

function refuse(message: string, status: 400 | 409): never {
  throw new Refused(status, message, { members: [message] })
}
