import { ageOn, todayIn } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import type { User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'

/** Where somebody is looked at from: the club of the caller through which he is reached. */
export interface Place {
  readonly clubId: number
  readonly rootClubId: number
  readonly timeZone: string
  /** Today in that club. */
  readonly today: string
}

interface Seen {
  readonly user: User
  readonly now: Date
}

/** The place of a member; of several clubs the caller's own come first. */
export async function placeOfMember(db: Db, { user, now }: Seen, memberId: number): Promise<Place> {
  return await placeIn(db, { user, now }, [memberId])
}

/** The place of a person, as a member or as the contact of one. */
export async function placeOfPerson(db: Db, { user, now }: Seen, personId: number): Promise<Place> {
  const { rows } = await sql<{ id: number }>`
    select id from member where person_id = ${personId}
    union select member_id from member_contact where person_id = ${personId}`.execute(db)
  const memberIds = rows.map(({ id }) => id)
  return await placeIn(db, { user, now }, memberIds)
}

async function placeIn(db: Db, { user, now }: Seen, memberIds: readonly number[]): Promise<Place> {
  const { rows } = await sql<Omit<Place, 'today'>>`
    select club.id as "clubId", club.root_club_id as "rootClubId", club.time_zone as "timeZone"
    from club_member join club on club.id = club_member.club_id
    where club_member.member_id = any(${[...memberIds]})
    order by club.id = any(${[...user.clubs.keys()]}) desc, club.id limit 1`.execute(db)
  const [place] = rows
  // The guard has found one just now.
  if (!place) throw new Refused(404, 'There is no such member any more.')
  return { ...place, today: todayIn(place.timeZone, now) }
}

export const adultAge = 18

/** Younger than 18; nobody is of whom the birthday is not known. */
export const isUnder18 = (dob: string | null, today: string): boolean => dob !== null && ageOn(dob, today) < adultAge
