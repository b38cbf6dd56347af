import { memberStatus } from '@honbu/contract/ids.ts'
import type { TaskKind } from '@honbu/contract/tasks.ts'
import { type RawBuilder, sql } from 'kysely'
import { hasDispute } from '../ledger/index.ts'
import { gradingReason } from './grading-reason.ts'
import { memberships, onlyThose, type Reason, type Scope } from './reason.ts'

export type SystemKind = Extract<
  TaskKind,
  'enquiry' | 'welcome' | 'trial' | 'absent' | 'payment' | 'grading' | 'birthday' | 'membership'
>

/** What lies further back than this is no news. */
const newsDays = 60
/** Days after the first class in which there is still something to welcome. */
const welcomeDays = 7
/** A debt is spoken about when it is so many days past due. */
const debtDays = 7
const birthdayDays = 7
const endingDays = 30

/** Days without a class after which a member is absent, those on which the club was closed aside: the club's own setting. */
const absentDays = ({ clubId }: Scope) => sql<number>`(select at_risk_days from club where id = ${clubId})`

const training = sql.lit(`{${memberStatus.active},${memberStatus.issue}}`)
const inWords = (day: RawBuilder<unknown>) => sql`to_char(${day}, 'FMDD FMMonth')`

/** The register in which someone was first marked present: "Juniors, Monday 4 May". */
const registerOf = (scope: Scope) => sql`(
  select class.class_name || ', ' || to_char(attendance.class_date, 'FMDay FMDD FMMonth')
  from attendance join class on class.id = attendance.class_id
  where attendance.member_id = membership.member_id and attendance.club_id = ${scope.clubId} and attended
    and attendance.class_date = entry.last_attended
  order by attendance.id limit 1)`

export const reasons: Readonly<Record<SystemKind, Reason>> = {
  // Raised where it comes in (enquiries/), with all that was written; here it is seen whether it still waits for somebody.
  enquiry: {
    because: 'Was booked, has come, or is no enquiry any more',
    standing: scope => sql`
      select 'enquiry:' || enquiry.id as cause, enquiry.member_id, ${scope.today}::date as due_on, 'Enquiry' as subject,
        null as event,
        exists (select from task where task.kind = 'enquiry' and task.cause = 'enquiry:' || enquiry.id) as is_new
      from (select * from enquiry where club_id = ${scope.clubId} ${onlyThose(scope)}) enquiry
      left join club_member membership on membership.member_id = enquiry.member_id and membership.club_id = enquiry.club_id
      -- What somebody asks who is known already has an answer that only a person can give.
      where enquiry.was_known or enquiry.member_id is null
        or membership.member_status_id in (${memberStatus.enquiry}, ${memberStatus.prospect})
          and not exists (select from booking where booking.member_id = enquiry.member_id
            and booking.club_id = enquiry.club_id and cancelled_at is null and booking.id is distinct from enquiry.booking_id)
          and not exists (select from attendance where attendance.member_id = enquiry.member_id
            and attendance.club_id = enquiry.club_id and attended)`,
  },

  welcome: {
    because: 'Was not there after all',
    standing: scope => sql`
      select 'welcome:' || membership.id as cause, membership.member_id, ${scope.today}::date as due_on,
        'Came to the first class on ' || ${inWords(sql`entry.last_attended`)} as subject,
        ${registerOf(scope)} as event,
        entry.last_attended >= ${scope.today}::date - ${welcomeDays}::integer and not exists (
          select from attendance where attendance.member_id = membership.member_id and attended
            and attendance.club_id = membership.club_id and class_date <> entry.last_attended) as is_new
      from ${memberships(scope)}
      where entry.last_attended is not null and not has_earlier_history(membership.member_id)`,
  },

  trial: {
    because: 'Has a booking, or is no prospect any more',
    standing: scope => sql`
      select 'trial:' || membership.id || ':' || coalesce(last.id, 0) as cause, membership.member_id,
        ${scope.today}::date as due_on,
        case when last.booking_date is null then 'Has not booked a trial yet'
          else 'Was booked for ' || ${inWords(sql`last.booking_date`)} || ', and for nothing since' end as subject,
        null as event,
        coalesce(last.booking_date, membership.date_added::date) >= ${scope.today}::date - ${newsDays}::integer as is_new
      from ${memberships(scope)}
      left join lateral (
        select id, booking_date from booking
        where booking.member_id = membership.member_id and booking.club_id = membership.club_id and cancelled_at is null
        order by booking_date desc, id desc limit 1
      ) last on true
      where membership.member_status_id = ${memberStatus.prospect}
        and (last.booking_date is null or last.booking_date < ${scope.today}::date)
        and not exists (
          select from class_member where class_member.member_id = membership.member_id
            and class_member.club_id = membership.club_id and (removed_on is null or removed_on > ${scope.today}::date))`,
  },

  absent: {
    because: 'Came to a class, or is no member any more',
    standing: scope => sql`
      select 'absent:' || membership.id || ':' || coalesce(entry.last_attended::text, 'never') as cause,
        membership.member_id, ${scope.today}::date as due_on,
        case when entry.last_attended is null then 'Joined on ' || ${inWords(sql`membership.member_since`)} || ' and has not come yet'
          else 'Not seen since ' || ${inWords(sql`entry.last_attended`)} end as subject,
        ${inWords(sql`entry.last_attended`)} as event,
        coalesce(entry.last_attended, membership.member_since) >= ${scope.today}::date - ${newsDays}::integer
          -- A club that has not marked anybody lately takes no register.
          and exists (select from attendance where attendance.club_id = ${scope.clubId} and attended
            and class_date between ${scope.today}::date - ${absentDays(scope)} and ${scope.today}::date) as is_new
      from ${memberships(scope)}
      where membership.member_status_id = any(${training})
        and coalesce(entry.last_attended, membership.member_since) <= ${scope.today}::date - ${absentDays(scope)} - (
          select count(*)::integer from club_closure where club_closure.club_id = membership.club_id
            and closed_on > coalesce(entry.last_attended, membership.member_since) and closed_on <= ${scope.today}::date)
        -- We don't know when members last came who trained before the register began.
        and not (entry.last_attended is null and has_earlier_history(membership.member_id))`,
  },

  payment: {
    because: 'Nothing is overdue any more, or the payer disputes it',
    standing: scope => sql`
      select 'payment:' || oldest.id as cause, membership.member_id, ${scope.today}::date as due_on,
        'Payment overdue since ' || ${inWords(sql`oldest.due_on`)} as subject, ${inWords(sql`oldest.due_on`)} as event,
        oldest.due_on <= ${scope.today}::date - ${debtDays}::integer as is_new
      from ${memberships(scope)}
      cross join lateral (
        select charge.id, charge.due_on from charge
        where charge.member_id = membership.member_id and charge.club_id = membership.club_id
          and charge.due_on < ${scope.today}::date and charge.amount_pence > coalesce(
            (select sum(amount_pence) from allocation where allocation.charge_id = charge.id), 0)
        order by charge.due_on, charge.id limit 1
      ) oldest
      -- A dispute has a task of its own.
      where entry.debt_pence > 0 and not ${hasDispute(sql`membership.member_id`, sql`membership.club_id`)}`,
  },

  grading: gradingReason,

  birthday: {
    because: 'The birthday was a week ago',
    standing: scope => sql`
      select 'birthday:' || membership.id || ':' || extract(year from day) as cause, membership.member_id,
        day as due_on, 'Turns ' || years || ' on ' || ${inWords(sql`day`)} as subject, ${inWords(sql`day`)} as event,
        day >= ${scope.today}::date as is_new
      from ${memberships(scope)}
      cross join lateral (
        select extract(year from ${scope.today}::date)::integer - extract(year from person.dob)::integer + step as years
        from (values (-1), (0), (1)) as step (step)
      ) age
      cross join lateral (
        -- Somebody born on 29 February is a year older on 1 March in a common year.
        select case when to_char(person.dob, 'MMDD') = '0229' and extract(day from person.dob + years * interval '1 year') = 28
          then (person.dob + years * interval '1 year')::date + 1
          else (person.dob + years * interval '1 year')::date end as day
      ) birthday
      where membership.member_status_id = any(${training}) and person.dob is not null and years > 0
        and day between ${scope.today}::date - ${birthdayDays}::integer and ${scope.today}::date + ${birthdayDays}::integer`,
  },

  membership: {
    because: 'Was renewed, or is over',
    standing: scope => sql`
      select 'membership:' || membership.id || ':' || membership.member_until as cause, membership.member_id,
        greatest(${scope.today}::date, membership.member_until - 14) as due_on,
        'Membership ends on ' || ${inWords(sql`membership.member_until`)} as subject,
        ${inWords(sql`membership.member_until`)} as event,
        membership.member_until <= ${scope.today}::date + ${endingDays}::integer as is_new
      from ${memberships(scope)}
      where membership.member_status_id = any(${training}) and membership.member_until >= ${scope.today}::date`,
  },
}
