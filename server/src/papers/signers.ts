import { ageOn, todayIn } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

export interface Signer {
  readonly personId: number
  readonly name: string
  readonly relationship: string
  readonly isMember: boolean
  readonly email: string | null
}

/** From this age on a member signs himself (Family Law Reform Act 1969, section 1). */
const ofAge = 18

/**
 * Who may sign for a member: he himself when he is of age, and the guardians among his contacts in their order. Nobody is
 * under age of whom the birthday is not known.
 */
export async function signersOf(
  db: Db,
  { memberId, today }: { memberId: number; today: string },
): Promise<{ isUnder18: boolean; signers: Signer[] }> {
  const { rows } = await sql<Signer & { dob: string | null }>`
    select person.id as "personId", trim(first_name || ' ' || last_name) as name, dob, known.relationship,
      known.is_member as "isMember", nullif(person.email::text, '') as email
    from (
      select person_id, '' as relationship, true as is_member, 0 as position, 0::bigint as id
      from member where id = ${memberId}
      union all
      select person_id, relationship, false, position, id from member_contact
      where member_id = ${memberId} and is_guardian
    ) as known join person on person.id = known.person_id
    order by known.is_member desc, known.position, known.id`.execute(db)
  const member = rows.find(({ isMember }) => isMember)
  const isUnder18 = Boolean(member?.dob && ageOn(member.dob, today) < ofAge)
  return {
    isUnder18,
    signers: rows.filter(({ isMember }) => !(isMember && isUnder18)).map(({ dob: _, ...signer }) => signer),
  }
}

/** The club's day. */
export async function todayOf(db: Db, clubId: number, now: Date) {
  const club = await db
    .selectFrom('club')
    .select(['name', 'time_zone as timeZone', 'root_club_id as rootClubId', 'email', 'phone'])
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  return { ...club, today: todayIn(club.timeZone, now) }
}
