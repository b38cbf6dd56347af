import { memberStatus } from '@honbu/contract/ids.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'

/** Who stands on the register of a class on a date. */
export interface RegisterRow {
  member_id: number
  date_added: string | null
  is_enrolled: boolean
  is_booked: boolean
  booking_id: number | null
  attended: boolean | null
}

export interface RegisterOf {
  readonly classId: Expression<unknown>
  readonly classDate: Expression<unknown>
  /** Enquiries who are enrolled but neither booked nor marked: shown only when asked for. */
  readonly includeEnquiries: boolean
}

/** Everyone enrolled on that day, booked for it, or marked on it; each member once. */
export function registerSql({ classId, classDate, includeEnquiries }: RegisterOf): RawBuilder<RegisterRow> {
  const enquiry = sql`exists (
    select from club_member join class on class.club_id = club_member.club_id
    where class.id = ${classId} and club_member.member_id = listed.member_id
      and club_member.member_status_id = ${memberStatus.enquiry})`
  return sql<RegisterRow>`(
    select member_id, max(date_added) as date_added, bool_or(is_enrolled) as is_enrolled, bool_or(is_booked) as is_booked,
      max(booking_id) as booking_id, bool_or(attended) as attended
    from (
      select member_id, date_added, true as is_enrolled, false as is_booked, null::bigint as booking_id,
        null::boolean as attended
      from class_member
      where class_id = ${classId} and date_added <= ${classDate} and (removed_on is null or removed_on > ${classDate})
      union all
      select member_id, null, false, true, id, null from booking
      where class_id = ${classId} and booking_date = ${classDate} and cancelled_at is null
      union all
      select member_id, null, false, false, null, attended from attendance
      where class_id = ${classId} and class_date = ${classDate}
    ) listed
    group by member_id
    ${includeEnquiries ? sql`` : sql`having bool_or(is_booked) or bool_or(attended) is not null or not ${enquiry}`}
  )`
}

/** Is a member's membership in a club frozen on a day? */
export const frozenSql = (memberId: Expression<unknown>, clubId: Expression<unknown>, day: Expression<unknown>) =>
  sql<boolean>`exists (
    select from membership_freeze still join club_member own on own.id = still.club_member_id
    where own.member_id = ${memberId} and own.club_id = ${clubId} and still.frozen_from <= ${day}
      and (still.frozen_until is null or still.frozen_until >= ${day}))`

/**
 * The registers of many sessions at once, without enquiries, as `registerSql` has them; a test holds the two together.
 * `sessions` is a table with class_id, class_date and club_id.
 */
export const registersSql = (sessions: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select class_id, class_date, club_id, member_id, bool_or(attended) as attended
  from (
    select session.class_id, session.class_date, session.club_id, entry.*
    from ${sessions} session
    -- By class, by its index: of how many sessions is not known when it is planned.
    cross join lateral (
      select member_id, false as is_booked, null::boolean as attended from class_member
      where class_id = session.class_id and date_added <= session.class_date
        and (removed_on is null or removed_on > session.class_date)
      union all
      select member_id, true, null from booking
      where class_id = session.class_id and booking_date = session.class_date and cancelled_at is null
      union all
      select member_id, false, attended from attendance
      where class_id = session.class_id and class_date = session.class_date
      offset 0
    ) entry
  ) listed
  group by class_id, class_date, club_id, member_id
  having bool_or(is_booked) or bool_or(attended) is not null or not exists (
    select from club_member where club_member.club_id = listed.club_id and club_member.member_id = listed.member_id
      and club_member.member_status_id = ${memberStatus.enquiry})
)`
