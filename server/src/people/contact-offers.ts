import type { Input } from '@honbu/contract/endpoint.ts'
import { fromOtherSide } from '@honbu/contract/member-links.ts'
import type * as call from '@honbu/contract/people.ts'
import { sql } from 'kysely'
import type { Read } from '../platform/route.ts'
import { membersOf } from './contacts.ts'
import { asContact, personColumns } from './person-record.ts'
import { isUnder18, placeOfMember } from './place.ts'

interface Offer {
  personId: number
  relationship: string
  isGuardian: boolean
  /** He is a linked member himself, and the relationship that of the link, written from the other side perhaps. */
  isLinked: boolean
  isReversed: boolean
}

/**
 * Families come as families: the contacts of linked members, those of members at the same contact, and linked members
 * themselves once they are grown up. Nobody who is a contact already.
 */
export async function getContactOffers({ db, user, now }: Read, { id }: Input<typeof call.getContactOffers>) {
  const { rows } = await sql<Offer>`
    with linked as (
      select linked_member_id as id, relationship, false as is_reversed from member_link where member_id = ${id}
      union
      select member_id, relationship, true from member_link where linked_member_id = ${id}
    ), near as (
      select id from linked
      union
      select other.member_id from member_contact mine
      join member_contact other on other.person_id = mine.person_id where mine.member_id = ${id}
    ), found as (
      select member_contact.person_id, relationship, false as is_reversed, is_guardian, 1 as rank
      from near join member_contact on member_contact.member_id = near.id
      union all
      select member.person_id, linked.relationship, linked.is_reversed, false, 2
      from linked join member on member.id = linked.id
    )
    select distinct on (person_id) person_id as "personId", relationship, is_reversed as "isReversed",
      is_guardian as "isGuardian", rank = 2 as "isLinked"
    from found
    where person_id not in (select person_id from member_contact where member_id = ${id})
      and person_id <> (select person_id from member where id = ${id})
    order by person_id, rank, is_guardian desc limit 20`.execute(db)
  if (rows.length === 0) return []
  const { today } = await placeOfMember(db, { user, now }, id)
  const people = await db
    .selectFrom('person')
    .select([...personColumns, membersOf(sql`person.id`, id).as('of')])
    .where(
      'id',
      'in',
      rows.map(({ personId }) => personId),
    )
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute()
  const known = new Map(rows.map(offer => [offer.personId, linkTo(offer)]))
  return people
    .filter(({ dob }) => !isUnder18(dob, today))
    .map(person => ({ ...asContact(person), relationship: '', isGuardian: false, ...known.get(person.personId) }))
    .toSorted((a, b) => Number(b.isGuardian) - Number(a.isGuardian))
}

/** What a link says of a contact: a parent is one, a brother only a brother. */
function linkTo({ relationship, isGuardian, isLinked, isReversed }: Offer) {
  const seen = isReversed ? fromOtherSide(relationship) : relationship
  return { isGuardian, relationship: !isLinked || ofGrownUps.has(seen) ? seen : '' }
}

const ofGrownUps: ReadonlySet<string> = new Set(['Parent', 'Guardian', 'Grandparent', 'Partner'])
