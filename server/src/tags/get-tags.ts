import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/tags.ts'
import { sql } from 'kysely'
import type { Read } from '../platform/route.ts'

interface TagRow {
  id: number
  name: string
  colour: string
  clubId: number
  clubName: string
}

export async function getTags({ db, user }: Read, { id }: Input<typeof call.getTags>) {
  const { rows } = await sql<TagRow & { memberTagClubId: number }>`
    select tag.id, tag.name, tag.colour, club.id as "clubId", club.name as "clubName",
      member_tag.club_id as "memberTagClubId"
    from member_tag
    join tag on tag.id = member_tag.tag_id
    join club on club.id = tag.club_id
    where member_tag.member_id = ${id} and member_tag.club_id = any(${[...user.clubs.keys()]})
    order by tag.name, tag.id`.execute(db)
  return rows
}

export async function getClubTags({ db }: Read, { id }: Input<typeof call.getClubTags>) {
  const { rows } = await sql<TagRow & { isOwn: boolean; members: number }>`
    select tag.id, tag.name, tag.colour, club.id as "clubId", club.name as "clubName", above.distance = 0 as "isOwn",
      (select count(*) from member_tag where member_tag.tag_id = tag.id
        and member_tag.club_id in (select club_id from club_and_below(${id}))) as members
    from club_and_above(${id}) above
    join tag on tag.club_id = above.club_id
    join club on club.id = tag.club_id
    order by tag.name, above.distance, tag.id`.execute(db)
  return rows
}
