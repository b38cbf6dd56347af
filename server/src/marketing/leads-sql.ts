import { memberStatus } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'

export interface Cohort {
  readonly clubIds: readonly number[]
  /** The first day that counts, and the first that does not any more, by the clock of each club. */
  readonly from: string
  readonly until: string
}

const { active, issue, lapsed, prospect, unconverted, enquiry } = memberStatus
const ofMembers = sql`array[${sql.lit(active)}, ${sql.lit(issue)}, ${sql.lit(lapsed)}]`
const ofProspects = sql`array[${sql.lit(prospect)}, ${sql.lit(unconverted)}]`
const ofNewcomers = sql`array[${sql.lit(enquiry)}, ${sql.lit(prospect)}]`

/**
 * Those who came to the clubs in the period, as a table with one row a membership: club_member_id, member_id, club_id,
 * member_status_id, source_id, came_on, step (1 enquired, 2 prospect, 3 trial, 4 joined: the furthest one), class_id and
 * first_on (the first class attended, or else the first one booked), attended_on, has_booking, reason_id.
 *
 * The day is that on which the membership was entered. Who was a member already when a list was imported did not come then.
 */
export const leadsSql = ({ clubIds, from, until }: Cohort): RawBuilder<unknown> => sql`(
  select own.id as club_member_id, own.member_id, own.club_id, own.member_status_id,
    own.marketing_source_id as source_id, entered.came_on,
    case
      when own.member_status_id = any(${ofMembers}) or coalesce(history.was_member, false) then 4
      when attended.class_id is not null then 3
      when own.member_status_id = any(${ofProspects}) or coalesce(history.was_prospect, false)
        or own.trial_start is not null or booked.class_id is not null then 2
      else 1
    end as step,
    coalesce(attended.class_id, booked.class_id) as class_id,
    coalesce(attended.class_date, booked.booking_date) as first_on,
    attended.class_date as attended_on,
    booked.class_id is not null as has_booking,
    case when own.member_status_id = ${sql.lit(memberStatus.notInterested)} then history.reason_id end as reason_id
  from club_member own
  join club on club.id = own.club_id
  cross join lateral (select (own.date_added at time zone club.time_zone)::date as came_on) entered
  left join lateral (
    select
      bool_or(change.to_status_id = any(${ofMembers}) or change.from_status_id = any(${ofMembers})) as was_member,
      bool_or(change.to_status_id = any(${ofProspects}) or change.from_status_id = any(${ofProspects})) as was_prospect,
      bool_or(change.from_status_id is null and change.reason = 'Imported'
        and change.to_status_id <> all(${ofNewcomers})) as was_imported,
      (array_agg(change.not_interested_reason_id order by change.id desc)
        filter (where change.not_interested_reason_id is not null))[1] as reason_id
    from member_status_change change where change.club_member_id = own.id
  ) history on true
  -- By the day alone, in the order of the index: of hundreds of marks only the first is read. The planner would multiply
  -- the shares of a member and of a club, expect one mark, and sort all of them: coalesce keeps it from that.
  left join lateral (
    select first.class_date, (
      select min(class_id) from attendance
      where attendance.member_id = own.member_id and attendance.club_id = own.club_id and attended
        and attendance.class_date = first.class_date
    ) as class_id
    from (
      select class_date from attendance
      where attendance.member_id = own.member_id and coalesce(attendance.club_id = own.club_id, false) and attended
        and class_date >= entered.came_on
      order by class_date limit 1
    ) first
  ) attended on true
  left join lateral (
    select class_id, booking_date from booking
    where booking.member_id = own.member_id and booking.club_id = own.club_id and cancelled_at is null
      and booking_date >= entered.came_on
    order by booking_date, class_id limit 1
  ) booked on true
  where own.club_id = any(${[...clubIds]})
    -- A day to either side, for the index: the clocks of the clubs decide below.
    and own.date_added >= ${from}::date - interval '1 day' and own.date_added < ${until}::date + interval '1 day'
    and entered.came_on >= ${from}::date and entered.came_on < ${until}::date
    and history.was_imported is distinct from true
)`

/**
 * Days that somebody, as `lead`, has waited by `today` for anything to be booked; null for others. Who was booked once,
 * or is no enquiry any more, is not one of them.
 */
export const daysWaiting = (today: string): RawBuilder<number | null> => sql`
  case when lead.member_status_id = ${sql.lit(enquiry)} and lead.step = 1 then ${today}::date - lead.came_on end`
