import type { AutomationPlan, TriggerKind } from '@honbu/contract/automation-plan.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { occurrenceSql } from '../classes/index.ts'
import { isUndisputed } from '../collections/index.ts'
import { isWorking } from '../platform/club-stops.ts'
import type { Tables } from '../platform/tables.ts'
import type { MemberFacts } from './conditions.ts'
import type { BookedSession } from './next-step.ts'

/** Somebody in an automation, with all that decides what comes next. */
export interface RunState {
  readonly runId: number
  readonly automationId: number
  readonly automationName: string
  readonly triggerKind: TriggerKind
  readonly plan: AutomationPlan
  readonly clubId: number
  readonly rootClubId: number
  readonly memberId: number
  readonly bookingId: number | null
  readonly timeZone: string
  readonly step: number
  readonly due: Date
  readonly state: string
  /** Why there is no reason for it any more; null: there is. */
  readonly gone: string | null
  readonly session: BookedSession | null
  readonly facts: MemberFacts
}

const training = sql.lit(`{${memberStatus.active},${memberStatus.issue}}`)

/** The part of a cause after the colon. */
const named = sql`split_part(run.cause, ':', 2)`

/** Of `run` and its `automation`: why the reason is gone, in words; null while it stands. */
export const goneSql = (now: Date): RawBuilder<string | null> => sql`
  (select case
    when member.erased_at is not null or member.merged_into_id is not null then 'Is no member any more'
    when own.id is null then 'Has no membership in the club any more'
    when not exists (select from automation_watch watch
      where watch.automation_id = run.automation_id and watch.club_id = run.club_id) then 'Was switched off'
    else case automation.trigger_kind
      when 'bookingMade' then ${bookingGone}
      when 'activation' then ${bookingGone}
      when 'firstClass' then case when not exists (
          select from attendance where attendance.member_id = run.member_id and attendance.club_id = run.club_id
            and attended) then 'Was not there after all' end
      when 'trialEnded' then case when own.member_status_id <> ${memberStatus.unconverted} then 'Has gone on' end
      when 'absent' then case
        when own.member_status_id <> all(${training}) then 'Is no active member any more'
        when exists (select from attendance where attendance.member_id = run.member_id and attended
          and attendance.class_date > ${named}::date
          and attendance.club_id = run.club_id) then 'Has come again' end
      when 'birthday' then case
        when own.member_status_id <> all(${training}) then 'Is no active member any more'
        when not coalesce(entry.birthday = any(birthdays_on((run.happened_at at time zone club.time_zone)::date)), false)
          then 'Has another birthday' end
      when 'gradingPassed' then case when not exists (
          select from grading_result where grading_result.id = ${named}::bigint
            and grading_result.member_id = run.member_id and passed) then 'The result was taken back' end
      when 'paymentFailed' then case
        when not exists (
          select from recovery where recovery.external_payment_id = ${named}::bigint
            and closed_at is null) then 'Was paid, or is tried again'
        when not ${isUndisputed(sql`run.member_id`, sql`run.club_id`)} then 'The payer disputes a payment' end
      when 'membershipEnds' then case when own.member_status_id <> all(${training})
          or own.member_until is distinct from ${named}::date then 'Was renewed, or is over' end
    end
  end
  from member
  join club on club.id = run.club_id
  left join club_member own on own.member_id = run.member_id and own.club_id = run.club_id
  left join directory_entry entry on entry.club_member_id = own.id
  where member.id = run.member_id and ${now}::timestamptz is not null)`

const bookingGone = sql`case
  when not exists (select from booking where booking.id = run.booking_id and booking.cancelled_at is null
    and booking.member_id = run.member_id) then 'The booking was cancelled' end`

/** Of a `run` and its `factTables`: what conditions are asked of, as `MemberFacts`. */
export const factsSql = (now: Date) => sql`
  own.member_status_id as "statusId", own.category_id as "categoryId", person.dob,
  (${now}::timestamptz at time zone club.time_zone)::date as today,
  array(select tag_id from member_tag where member_tag.member_id = run.member_id) as "tagIds",
  exists (select from booking other where other.member_id = run.member_id and other.club_id = run.club_id
    and other.cancelled_at is null
    and other.booking_date >= (${now}::timestamptz at time zone club.time_zone)::date) as "hasBooking",
  exists (select from attendance where attendance.member_id = run.member_id and attendance.club_id = run.club_id
    and attended and class_date > (run.happened_at at time zone club.time_zone)::date) as "hasAttendedSince",
  coalesce((select not attended from attendance where attendance.member_id = run.member_id
    and attendance.class_id = booking.class_id and attendance.class_date = booking.booking_date), false)
    as "isMarkedAbsent"`

/** All that belongs to a `run` by its member_id, club_id and booking_id. */
export const factTables = sql`
  join club on club.id = run.club_id
  join member on member.id = run.member_id
  join person on person.id = member.person_id
  left join booking on booking.id = run.booking_id
  left join club_member own on own.member_id = run.member_id and own.club_id = run.club_id`

/** Locks what is due next, unless another process has it in hand; null: nothing is due. */
export async function lockNext(tx: Transaction<Tables>, now: Date): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from automation_run where state = 'waiting' and due_at <= ${now}::timestamptz
      and ${isWorking(sql`automation_run.club_id`)}
    order by due_at, id limit 1 for update skip locked`.execute(tx)
  return rows[0]?.id ?? null
}

/** @throws when there is no such run */
export async function readRun(tx: Transaction<Tables>, runId: number, now: Date): Promise<RunState> {
  const { rows } = await sql<Omit<RunState, 'session' | 'facts'> & Flat>`
    select run.id as "runId", run.automation_id as "automationId", automation.name as "automationName",
      automation.trigger_kind as "triggerKind", version.plan, run.club_id as "clubId", run.root_club_id as "rootClubId",
      run.member_id as "memberId", run.booking_id as "bookingId", club.time_zone as "timeZone", run.step,
      coalesce(run.due_at, run.ended_at) as due, run.state, ${goneSql(now)} as gone,
      booking.class_id as "classId", booking.booking_date as "bookingDate",
      ${factsSql(now)}
    from automation_run run
    join automation on automation.id = run.automation_id
    join automation_version version on version.automation_id = run.automation_id and version.version = run.version
    ${factTables}
    where run.id = ${runId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('there is no such run')
  const { classId, bookingDate, ...run } = row
  return { ...run, session: await sessionOf(tx, classId, bookingDate), facts: row }
}

interface Flat extends MemberFacts {
  classId: number | null
  bookingDate: string | null
}

export async function sessionOf(
  tx: Transaction<Tables>,
  classId: number | null,
  date: string | null,
): Promise<BookedSession | null> {
  if (classId === null || date === null) return null
  const { rows } = await sql<{ time: string }>`
    select to_char(start_time, 'HH24:MI') as time
    from ${occurrenceSql(sql`class.id = ${classId}`, date, date)} session limit 1`.execute(tx)
  return rows[0] ? { date, time: rows[0].time } : null
}
