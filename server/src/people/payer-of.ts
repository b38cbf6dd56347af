import { todayIn } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

interface Asked {
  readonly memberId: number
  readonly clubId: number
  readonly now: Date
  /** Where the link was sent: whoever has it is the payer rather than another guardian. */
  readonly email: string | null
}

export interface Payer {
  readonly firstName: string
  readonly lastName: string
}

/** Who pays for a member: himself, or of a minor a guardian, whose the card or the bank account is. */
export async function payerOf(db: Db, { memberId, clubId, now, email }: Asked): Promise<Payer> {
  const club = await db.selectFrom('club').select('time_zone').where('id', '=', clubId).executeTakeFirstOrThrow()
  const { rows } = await sql<Payer & { isMinor: boolean; isGuardian: boolean }>`
    select first_name as "firstName", last_name as "lastName", "isGuardian",
      coalesce(dob > ${todayIn(club.time_zone, now)}::date - interval '18 years', false) as "isMinor"
    from (
      select person_id, false as "isGuardian", 0 as position, 0::bigint as id from member where id = ${memberId}
      union all
      select person_id, true, position, id from member_contact where member_id = ${memberId} and is_guardian
    ) someone join person on person.id = someone.person_id
    order by "isGuardian", coalesce(person.email::text = ${email}, false) desc, position, someone.id`.execute(db)
  const [member, guardian] = rows
  const { firstName = '', lastName = '' } = (member?.isMinor && guardian) || member || {}
  return { firstName, lastName }
}
