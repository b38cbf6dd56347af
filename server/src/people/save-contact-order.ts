import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/people.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { readContacts } from './contacts.ts'
import { placeOfMember } from './place.ts'
import { lockMembers } from './update-person.ts'

export async function saveContactOrder(write: Write, { id, personIds }: Input<typeof call.saveContactOrder>) {
  const { tx, audit } = write
  const { clubId } = await placeOfMember(tx, write, id)
  await lockMembers(tx, null, id)
  const before = (await readContacts(tx, id)).map(({ personId }) => personId)
  if (personIds.length !== before.length || before.some(personId => !personIds.includes(personId))) {
    const message = 'Somebody has added or taken out a contact meanwhile. Look at them again.'
    throw new Refused(409, message, { personIds: [message] })
  }
  await sql`
    update member_contact set position = ordered.position
    from unnest(${[...personIds]}::bigint[]) with ordinality as ordered (person_id, position)
    where member_contact.member_id = ${id} and member_contact.person_id = ordered.person_id`.execute(tx)
  audit({
    clubId,
    memberId: id,
    subject: 'member',
    subjectId: id,
    before: { contacts: before },
    after: { contacts: personIds },
  })
  return { memberId: id }
}
