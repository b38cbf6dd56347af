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

export interface Signers {
  readonly isUnder18: boolean
  readonly signers: Signer[]
}

/**
 * Who may sign for a member: he himself when he is of age, and the guardians among his contacts in their order. Nobody is
 * under age of whom the birthday is not known.
 */
export async function signersOf(db: Db, { memberId, today }: { memberId: number; today: string }): Promise<Signers> {
  return (await signersOfMany(db, { memberIds: [memberId], today }))(memberId)
}

/** The same for many, by the id of each. */
export async function signersOfMany(
  db: Db,
  { memberIds, today }: { memberIds: readonly number[]; today: string },
): Promise<(memberId: number) => Signers> {
  const { rows } = await sql<Signer & { memberId: number; dob: string | null }>`
    select known.member_id as "memberId", person.id as "personId", trim(first_name || ' ' || last_name) as name, dob,
      known.relationship, known.is_member as "isMember", nullif(person.email::text, '') as email
    from (
      select id as member_id, person_id, '' as relationship, true as is_member, 0 as position, 0::bigint as id
      from member where id = any(${[...memberIds]}::bigint[])
      union all
      select member_id, person_id, relationship, false, position, id from member_contact
      where member_id = any(${[...memberIds]}::bigint[]) and is_guardian
    ) as known join person on person.id = known.person_id
    order by known.is_member desc, known.position, known.id`.execute(db)
  const known = Map.groupBy(rows, ({ memberId }) => memberId)
  return memberId => {
    const all = known.get(memberId) ?? []
    const member = all.find(({ isMember }) => isMember)
    const isUnder18 = Boolean(member?.dob && ageOn(member.dob, today) < ofAge)
    const signers = all
      .filter(({ isMember }) => !(isMember && isUnder18))
      .map(({ dob: _dob, memberId: _member, ...signer }) => signer)
    return { isUnder18, signers }
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
