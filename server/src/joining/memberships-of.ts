import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

interface ShownMembership {
  memberId: number
  clubName: string
  memberStatusId: number
  /** In one of the clubs given. */
  isOurs: boolean
  photoUrl: string | null
}

/** Of each member the membership that is shown: one in the clubs given, where there is one. */
export async function membershipsOf(
  db: Db,
  memberIds: readonly number[],
  clubIds: readonly number[],
): Promise<ReadonlyMap<number, ShownMembership>> {
  const { rows } = await sql<ShownMembership>`
    select distinct on (club_member.member_id) club_member.member_id as "memberId", club.name as "clubName",
      club_member.member_status_id as "memberStatusId", club.id = any(${[...clubIds]}) as "isOurs",
      person.photo_url as "photoUrl"
    from club_member
    join club on club.id = club_member.club_id
    join member on member.id = club_member.member_id
    join person on person.id = member.person_id
    where club_member.member_id = any(${[...memberIds]})
    order by club_member.member_id, club.id = any(${[...clubIds]}) desc, club_member.id`.execute(db)
  return new Map(rows.map(row => [row.memberId, row]))
}
