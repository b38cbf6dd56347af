import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/people.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { keepGuardian } from './guardians.ts'
import { fullName } from './person-record.ts'
import { placeOfMember } from './place.ts'
import { lockMembers } from './update-person.ts'

export async function deleteContact(write: Write, { id: memberId, personId }: Input<typeof call.deleteContact>) {
  const { tx, audit } = write
  const { clubId, today } = await placeOfMember(tx, write, memberId)
  await lockMembers(tx, null, memberId)
  const { name } = await tx
    .selectFrom('person')
    .select(fullName.as('name'))
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const contact = await tx
    .deleteFrom('member_contact')
    .where('member_id', '=', memberId)
    .where('person_id', '=', personId)
    .returning(['relationship', 'is_guardian as isGuardian', 'is_emergency as isEmergency'])
    .executeTakeFirst()
  if (!contact) throw new Refused(404, `${name} is no contact of this member any more.`)
  if (contact.isGuardian) await keepGuardian(tx, { memberId, today, field: 'personId' })
  await deleteForgotten(tx, personId)
  audit({ clubId, memberId, subject: 'member_contact', subjectId: personId, before: { name, ...contact } })
  return { personId }
}

/**
 * A person whom nothing names any more would be out of everybody's reach, and nobody's business to keep. The foreign keys
 * know what still does: he is a member or a contact of others, works here, has signed or consented.
 */
async function deleteForgotten(tx: Write['tx'], personId: number) {
  await sql`savepoint forgotten`.execute(tx)
  try {
    await tx.deleteFrom('person').where('id', '=', personId).execute()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
    await sql`rollback to savepoint forgotten`.execute(tx)
  }
  await sql`release savepoint forgotten`.execute(tx)
}
