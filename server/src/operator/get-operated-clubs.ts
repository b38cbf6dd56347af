import type { Input } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { type getOperatedClubs as call, operatedClubColumns } from '@honbu/contract/operator.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'

const owner = sql<string | null>`trim(person.first_name || ' ' || person.last_name)`
const members = sql<number>`(
  select count(*)::integer from club_member
  where club_member.club_id = club.id and member_status_id in (${memberStatus.active}, ${memberStatus.issue}))`
const lastActivity = sql<Date | null>`(select at from audit where audit.club_id = club.id order by audit.id desc limit 1)`
const isSuspended = sql<boolean>`exists (
  select from stopped_club where stopped_club.club_id = club.id and kind = 'suspended')`
const suspendedFor = sql<string | null>`(
  select reason from club_stop where club_stop.club_id = club.id and kind = 'suspended')`

export async function getOperatedClubs({ db }: Read, grid: Input<typeof call>) {
  const { data, total } = await gridQuery(
    db
      .selectFrom('club')
      .leftJoin('club as above', 'above.id', 'club.parent_club_id')
      .leftJoin('person', 'person.id', 'club.owner_id')
      .select(['club.id as clubId', 'club.name', 'above.name as parent'])
      .select([owner.as('owner'), members.as('members'), lastActivity.as('lastActivity')])
      .select([isSuspended.as('isSuspended'), suspendedFor.as('suspendedFor')]),
    {
      columns: operatedClubColumns,
      expressions: { name: 'club.name', parent: 'above.name', owner, members, lastActivity, isSuspended },
      id: 'club.id',
      sort: [{ field: 'name', dir: 'asc' }],
    },
    grid,
  )
  return { data: data.map(row => ({ ...row, lastActivity: row.lastActivity?.toISOString() ?? null })), total }
}
