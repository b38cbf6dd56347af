import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/people.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import { asContact, personColumns } from './person-record.ts'

export const getContacts = async ({ db }: Read, { id }: Input<typeof call.getContacts>) => await readContacts(db, id)

/** In their order; the position is counted anew, so that it is 1 to n whatever has been taken out. */
export async function readContacts(db: Db, memberId: number) {
  const rows = await contactsOf(memberId)(db)
  return rows.map((row, index) => ({ ...asContact(row), position: index + 1 }))
}

const contactsOf = (id: number) => (db: Db) =>
  db
    .selectFrom('member_contact as contact')
    .innerJoin('person', 'person.id', 'contact.person_id')
    .leftJoin('member as self', 'self.person_id', 'person.id')
    .select([...personColumns, 'contact.relationship', 'self.id as memberId'])
    .select(['contact.is_guardian as isGuardian', 'contact.is_emergency as isEmergency'])
    .select(membersOf(sql`person.id`, id).as('sharedWith'))
    .where('contact.member_id', '=', id)
    .orderBy('contact.position')
    .orderBy('contact.id')
    .execute()

/** The members, but one, whose contact a person is. */
export const membersOf = (personId: ReturnType<typeof sql>, except: number) => sql<
  { memberId: number; name: string }[]
>`
  coalesce((
    select json_agg(json_build_object('memberId', member.id, 'name', trim(named.first_name || ' ' || named.last_name))
      order by member.id)
    from member_contact shared
    join member on member.id = shared.member_id
    join person named on named.id = member.person_id
    where shared.person_id = ${personId} and shared.member_id <> ${except}
  ), '[]')`
