import { sql, type Transaction } from 'kysely'
import { recipientsOf } from '../notes/index.ts'
import type { Tables } from '../platform/tables.ts'

export interface Reached {
  readonly address: string
  readonly name: string
  readonly hasConsent: boolean
}

interface Whom {
  readonly memberId: number
  readonly clubId: number
  readonly now: Date
}

/**
 * To whom a message by e-mail goes, or in words why to nobody. Who comes to a trial has often not said how old he is: then a
 * guardian is written to where he has no address himself.
 */
export async function reachedBy(tx: Transaction<Tables>, whom: Whom): Promise<Reached | { readonly refused: string }> {
  const { email } = await recipientsOf(tx, whom)
  if (email.to) return { ...email.to, hasConsent: email.hasConsent }
  const { rows } = await sql<{ address: string; name: string }>`
    select guardian.email::text as address, trim(guardian.first_name || ' ' || guardian.last_name) as name
    from member
    join person on person.id = member.person_id and person.dob is null
    join member_contact contact on contact.member_id = member.id and contact.is_guardian
    join person guardian on guardian.id = contact.person_id and guardian.email <> ''
    where member.id = ${whom.memberId}
    order by contact.position, contact.id limit 1`.execute(tx)
  return rows[0] ? { ...rows[0], hasConsent: false } : { refused: email.refused ?? 'There is no e-mail address.' }
}
