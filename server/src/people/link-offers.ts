import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/member-links.ts'
import { sql } from 'kysely'
import type { Read } from '../platform/route.ts'

interface Offer {
  memberId: number
  firstName: string
  lastName: string
  code: string
  photoUrl: string | null
  relationship: string
  through: string
}

/** Who shares a contact is a sibling most likely; a contact who trains too is a parent, and the other way round a child. */
export async function getLinkOffers({ db, user }: Read, { id }: Input<typeof call.getLinkOffers>) {
  const { rows } = await sql<Offer>`
    with me as (
      select id, person_id from member where id = ${id}
    ), found as (
      select other.member_id, 'Sibling' as relationship, trim(shared.first_name || ' ' || shared.last_name) as through, 2 as rank
      from member_contact mine
      join member_contact other on other.person_id = mine.person_id and other.member_id <> mine.member_id
      join person shared on shared.id = mine.person_id
      where mine.member_id = ${id}
      union all
      select member.id, case when mine.is_guardian then 'Parent' else 'Same household' end, '', 1
      from member_contact mine join member on member.person_id = mine.person_id where mine.member_id = ${id}
      union all
      select child.member_id, case when child.is_guardian then 'Child' else 'Same household' end, '', 1
      from me join member_contact child on child.person_id = me.person_id
    ), offered as (
      select distinct on (member_id) * from found
      where member_id <> ${id} and not exists (
        select from member_link
        where least(member_link.member_id, linked_member_id) = least(found.member_id, ${id})
          and greatest(member_link.member_id, linked_member_id) = greatest(found.member_id, ${id})
      ) and exists (
        select from club_member where club_member.member_id = found.member_id and club_id = any(${[...user.clubs.keys()]})
      )
      order by member_id, rank, through
    )
    select member.id as "memberId", person.first_name as "firstName", person.last_name as "lastName", member.code,
      person.photo_url as "photoUrl", offered.relationship, offered.through
    from offered join member on member.id = offered.member_id join person on person.id = member.person_id
    order by person.first_name, person.last_name, member.id limit 20`.execute(db)
  return rows
}
