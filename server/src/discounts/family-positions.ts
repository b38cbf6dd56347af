import { memberStatus } from '@honbu/contract/ids.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { type MemberInClub, placeKey, placesTable } from './places.ts'

/** Links that make a family; friends and cousins pay for themselves. */
const familyWords = [
  'sibling',
  'twin',
  'parent',
  'child',
  'guardian',
  'ward',
  'grandparent',
  'grandchild',
  'partner',
  'same household',
]

const paying: readonly number[] = [memberStatus.active, memberStatus.issue]

/**
 * The place of each member in his family, by `placeKey` of club and member: 1 for the first. A family is who is linked as
 * such, shares a guardian, or is the guardian, over any number of steps. Only those count who are active members of the
 * same club (or have an issue), in the order in which they joined it; who is not one yet comes after all of them.
 */
export async function familyPositions(
  db: Kysely<Tables>,
  places: readonly MemberInClub[],
): Promise<Map<string, number>> {
  const { rows } = await sql<MemberInClub & { position: number }>`
    with recursive place as (select distinct club_id, member_id from ${placesTable(places)}),
    family (of_member_id, member_id) as (
      select distinct member_id, member_id from place
      union
      select family.of_member_id, related.member_id
      from family cross join lateral (
        select linked_member_id as member_id from member_link
        where member_link.member_id = family.member_id and lower(relationship) = any(${familyWords}::text[])
        union all
        select member_link.member_id from member_link
        where linked_member_id = family.member_id and lower(relationship) = any(${familyWords}::text[])
        union all
        select other.member_id
        from member_contact mine join member_contact other on other.person_id = mine.person_id and other.is_guardian
        where mine.member_id = family.member_id and mine.is_guardian
        union all
        select guardian.id from member_contact mine join member guardian on guardian.person_id = mine.person_id
        where mine.member_id = family.member_id and mine.is_guardian
        union all
        select ward.member_id
        from member me join member_contact ward on ward.person_id = me.person_id and ward.is_guardian
        where me.id = family.member_id
      ) related
    )
    select place.club_id as "clubId", place.member_id as "memberId", 1 + count(*) filter (
      where other.member_id <> place.member_id
        and (coalesce(other.member_since, 'infinity'), other.member_id)
          < (case when own.member_status_id = any(${paying}::integer[]) then coalesce(own.member_since, 'infinity') end,
            place.member_id) is not false
    ) as position
    from place
    left join club_member own on own.member_id = place.member_id and own.club_id = place.club_id
    join family on family.of_member_id = place.member_id
    left join club_member other on other.member_id = family.member_id and other.club_id = place.club_id
      and other.member_status_id = any(${paying}::integer[])
    group by place.club_id, place.member_id`.execute(db)
  return new Map(rows.map(({ position, ...place }) => [placeKey(place), position]))
}
