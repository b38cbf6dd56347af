import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/people.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import { placeOfMember } from './place.ts'

export async function getPerson({ db, user, now }: Read, { id }: Input<typeof call.getPerson>) {
  const { personId } = await db
    .selectFrom('member')
    .select('person_id as personId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { today } = await placeOfMember(db, { user, now }, id)
  return await readPerson(db, personId, today)
}

/** What the forms of a person start from. */
export async function readPerson(db: Db, personId: number, today: string) {
  const [person, member, contactOf] = await Promise.all([
    db.selectFrom('person').select(personColumns).where('id', '=', personId).executeTakeFirstOrThrow(),
    db.selectFrom('member').select(['id as memberId', 'code']).where('person_id', '=', personId).executeTakeFirst(),
    db
      .selectFrom('member_contact')
      .innerJoin('member', 'member.id', 'member_contact.member_id')
      .innerJoin('person', 'person.id', 'member.person_id')
      .select(['member.id as memberId', fullName.as('name')])
      .where('member_contact.person_id', '=', personId)
      .orderBy('member.id')
      .execute(),
  ])
  const of = member ?? { memberId: null, code: null }
  return { ...recordOf(person), ...of, today, contactOf }
}

/** Of the person in the query: 'Jane Smith', and one name where there is only one. */
export const fullName = sql<string>`trim(person.first_name || ' ' || person.last_name)`

export const personColumns = [
  'person.id as personId',
  'person.version',
  'person.first_name as firstName',
  'person.last_name as lastName',
  'person.gender',
  'person.dob',
  'person.email',
  'person.phone_mob as phoneMob',
  'person.phone_day as phoneDay',
  'person.phone_eve as phoneEve',
  'person.address_line as line',
  'person.town',
  'person.postcode',
  'person.photo_url as photoUrl',
] as const

interface AddressColumns {
  readonly line: string | null
  readonly town: string | null
  readonly postcode: string | null
}

/** A row of `personColumns` as it is on the wire. */
export const recordOf = <Row extends AddressColumns>({ line, town, postcode, ...rest }: Row) => ({
  ...rest,
  address: { line, town, postcode },
})

/** For a contact nobody's gender is '' (specification, section 5). */
export const asContact = <Row extends AddressColumns & { gender: string }>(row: Row) => ({
  ...recordOf(row),
  gender: row.gender === '-' ? '' : row.gender,
})
