import { sql } from 'kysely'
import { birthdaysSql, newMembersSql, trialBookingsSql } from '../counts/days-ahead.ts'
import type { ReportRows } from '../report-rows.ts'

/** All of those of whom the dashboard shows the first. */
export const daysAheadLists = {
  newMembers: of => sql`(
    select found.club_id || ' ' || found.member_id as key, found.member_id as id, found.member_id, null::text as name,
      found.club_id, found.since as on_day, '' as what, null::bigint as pence, null::integer as count
    from ${newMembersSql(of)} found
  )`,
  trialBookings: of => sql`(
    select found.booking_id::text as key, found.member_id as id, found.member_id, null::text as name, found.club_id,
      found.booked_for as on_day, trim(found.class_name || ' ' || found.start_time) as what, null::bigint as pence,
      null::integer as count
    from ${trialBookingsSql(of)} found
  )`,
  birthdays: of => sql`(
    select found.member_id::text as key, found.member_id as id, found.member_id, null::text as name, found.club_id,
      found.birthday as on_day, '' as what, null::bigint as pence, found.years as count
    from ${birthdaysSql(of)} found
  )`,
} satisfies Readonly<Record<string, ReportRows>>
