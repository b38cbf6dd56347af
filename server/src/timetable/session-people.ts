import { classType, memberStatus } from '@honbu/contract/ids.ts'
import { type Expression, sql } from 'kysely'
import { isPaidOnce, occurrenceSql } from '../classes/index.ts'
import type { Write } from '../platform/route.ts'

/** A session as it runs before a change. */
export interface RunningSession {
  readonly classId: number
  readonly className: string
  readonly clubId: number
  readonly classDate: string
  /** HH:mm, local to the club. */
  readonly startTime: string
  readonly finishTime: string
  readonly startsAt: Date
}

/** Someone whom a change of a session concerns. */
export interface Person {
  readonly classId: number
  readonly classDate: string
  readonly memberId: number
  readonly name: string
  /** paid: charged for that day, or for the whole event, without a booking. */
  readonly as: 'booked' | 'paid' | 'waiting' | 'enrolled'
  readonly bookingId: number | null
  /** Someone the club may win, on a trial perhaps. */
  readonly isProspect: boolean
  /** What they were charged for the place. */
  readonly chargeId: number | null
  /** The charge is for all days of the event. */
  readonly isWhole: boolean
  /** The line of the order in which the place was bought. */
  readonly orderLineId: number | null
  readonly buyerId: number | null
}

/** Whether someone has a place there or waits for one, and whether anyone has been marked. */
export interface People {
  readonly sessions: readonly RunningSession[]
  readonly people: readonly Person[]
  readonly marks: ReadonlyMap<string, number>
}

export const sessionKey = ({ classId, classDate }: { classId: number; classDate: string }) => `${classId} ${classDate}`

/** The sessions of some classes between two dates, both included. `classes` is a condition on `class`. */
export async function sessionsBetween(
  tx: Write['tx'],
  classes: Expression<unknown>,
  from: string,
  to: string,
): Promise<RunningSession[]> {
  const { rows } = await sql<RunningSession>`
    select class.id as "classId", class.class_name as "className", class.club_id as "clubId",
      session.class_date as "classDate", to_char(session.start_time, 'HH24:MI') as "startTime",
      to_char(session.finish_time, 'HH24:MI') as "finishTime",
      (session.class_date + session.start_time) at time zone club.time_zone as "startsAt"
    from ${occurrenceSql(classes, from, to)} session
    join class on class.id = session.class_id
    join club on club.id = class.club_id
    order by session.class_date, session.start_time, class.class_name, class.id`.execute(tx)
  return rows
}

/** The first and the last day on which anyone is booked, waits or is marked in some classes; undefined: no one. */
export async function peopledSpan(tx: Write['tx'], classes: Expression<unknown>, from: string, to: string) {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(day) as first, max(day) as last from class join (
      select class_id, booking_date as day from booking
      where cancelled_at is null and booking_date between ${from} and ${to}
      union all
      select class_id, class_date from waiting_list_entry where closed_at is null and class_date between ${from} and ${to}
      union all
      select class_id, class_date from attendance where class_date between ${from} and ${to}
    ) people on people.class_id = class.id
    where ${classes}`.execute(tx)
  const [span] = rows
  return span?.first && span.last ? { first: span.first, last: span.last } : undefined
}

/**
 * Everyone booked, charged for a place, waiting or enrolled, each once a session by the first of these; and how many are marked.
 * @param when enrolments count in sessions that start from now until an instant; null: in none
 */
export async function peopleOf(
  tx: Write['tx'],
  sessions: readonly RunningSession[],
  { now, enrolledUntil }: { now: Date; enrolledUntil: Date | null },
): Promise<People> {
  if (sessions.length === 0) return { sessions, people: [], marks: new Map() }
  const asked = tableOf(sessions)
  const ahead = sessions.filter(({ startsAt }) => enrolledUntil !== null && startsAt > now && startsAt <= enrolledUntil)
  const { rows: people } = await sql<Person>`
    select class_id as "classId", class_date as "classDate", listed.member_id as "memberId",
      trim(person.first_name || ' ' || person.last_name) as name, listed_as as "as", listed.booking_id as "bookingId",
      coalesce(own.member_status_id in (${memberStatus.enquiry}, ${memberStatus.prospect}), false) as "isProspect",
      charge.id as "chargeId", ${isWhole} as "isWhole", line.id as "orderLineId", line.buyer_id as "buyerId"
    from (
      select distinct on (class_id, class_date, member_id) * from (
        select session.*, booking.member_id, 'booked' as listed_as, 1 as rank, booking.id as booking_id
        from ${asked} join booking on booking.class_id = session.class_id and booking.booking_date = session.class_date
          and booking.cancelled_at is null
        union all
        select session.*, charged.member_id, 'paid', 2, null
        from ${asked} join class on class.id = session.class_id
        join standing_charge charged on charged.event_id = session.class_id and charged.amount_pence > 0
          and (${isWhole} or charged.held_on = session.class_date)
        union all
        select session.*, entry.member_id, 'waiting', 3, null
        from ${asked} join waiting_list_entry entry on entry.class_id = session.class_id
          and entry.class_date = session.class_date and entry.closed_at is null
        union all
        select session.*, enrolled.member_id, 'enrolled', 4, null
        from ${tableOf(ahead)} join class_member enrolled on enrolled.class_id = session.class_id
          and enrolled.date_added <= session.class_date
          and (enrolled.removed_on is null or enrolled.removed_on > session.class_date)
      ) every_way order by class_id, class_date, member_id, rank
    ) listed
    join class on class.id = listed.class_id
    join member on member.id = listed.member_id
    join person on person.id = member.person_id
    left join club_member own on own.member_id = listed.member_id and own.club_id = class.club_id
    left join lateral (
      select id from standing_charge
      where event_id = listed.class_id and member_id = listed.member_id and amount_pence > 0
        and (${isWhole} or held_on = listed.class_date)
      order by id limit 1
    ) charge on true
    left join lateral (
      select order_line.id, member_order.member_id as buyer_id
      from order_line join member_order on member_order.id = order_line.order_id
      where order_line.charge_id = charge.id and order_line.returned_at is null limit 1
    ) line on true
    where listed.listed_as <> 'enrolled'
      or own.member_status_id is null or own.member_status_id <> all (array[
        ${sql.lit(memberStatus.lapsed)}, ${sql.lit(memberStatus.notInterested)}, ${sql.lit(memberStatus.enquiry)}])
    order by class_date, class_id, rank, person.last_name, person.first_name, listed.member_id`.execute(tx)
  const { rows: marked } = await sql<{ classId: number; classDate: string; marks: number }>`
    select session.class_id as "classId", session.class_date as "classDate", count(*)::integer as marks
    from ${asked} join attendance on attendance.class_id = session.class_id and attendance.class_date = session.class_date
    group by 1, 2`.execute(tx)
  return { sessions, people, marks: new Map(marked.map(row => [sessionKey(row), row.marks])) }
}

const tableOf = (sessions: readonly RunningSession[]) => sql`
  unnest(${sessions.map(each => each.classId)}::bigint[], ${sessions.map(each => each.classDate)}::date[])
    as session (class_id, class_date)`

/** Of the types of class that are paid for once, however many days they last. */
const isWhole = sql`class.class_type_id = any(${Object.values(classType).filter(isPaidOnce)}::integer[])`
