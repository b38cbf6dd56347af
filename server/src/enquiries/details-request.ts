import { todayIn } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** A member whose details are asked for, and the club that asks. */
export interface DetailsRequest {
  readonly memberId: number
  readonly personId: number
  readonly firstName: string
  readonly lastName: string
  readonly clubId: number
  readonly rootClubId: number
  readonly name: string
  readonly timeZone: string
  readonly privacyUrl: string
  readonly today: string
  /** Someone has given the date of birth or a contact. */
  readonly isGiven: boolean
}

/** Null for a member who is gone, or isn't with the club any more. */
export async function detailsRequest(
  db: Db,
  { memberId, clubId }: { memberId: number; clubId: number },
  now: Date,
): Promise<DetailsRequest | null> {
  const { rows } = await sql<Omit<DetailsRequest, 'today'>>`
    select member.id as "memberId", person.id as "personId", person.first_name as "firstName",
      person.last_name as "lastName", club.id as "clubId", club.root_club_id as "rootClubId", club.name,
      club.time_zone as "timeZone", coalesce(form.privacy_url, '') as "privacyUrl",
      person.dob is not null or exists (select from member_contact where member_id = member.id) as "isGiven"
    from member
    join person on person.id = member.person_id
    join club_member on club_member.member_id = member.id and club_member.club_id = ${clubId}
    join club on club.id = club_member.club_id
    left join enquiry_form form on form.club_id = club.id
    where member.id = ${memberId} and member.erased_at is null and member.merged_into_id is null
    limit 1`.execute(db)
  const [row] = rows
  return row ? { ...row, today: todayIn(row.timeZone, now) } : null
}
