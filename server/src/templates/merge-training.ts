import { addDays, weekday } from '@honbu/contract/calendar.ts'
import { longDate } from '@honbu/contract/format.ts'
import { classType } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { gradesAboveSql, occurrenceSql } from '../classes/index.ts'
import type { Db } from '../platform/database.ts'
import type { MergeScope, ValuesBy } from './merge-scope.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const dayOf = (date: string) => days[weekday(date) - 1] ?? ''
const dayAndDate = (date: string) => `${dayOf(date)} ${longDate(date)}`

/** How far ahead the next time of a class is looked for, and the next grading. */
const classDaysAhead = 28
const gradingDaysAhead = 365

/** Of the classes that each is enrolled in at the club: the one that begins next; one that has begun today is past. */
export async function classesOf(db: Db, { clubId, memberIds, today, clock }: MergeScope): Promise<ValuesBy> {
  const enrolled = sql`class.club_id = ${clubId} and class.id in (
    select class_id from class_member where member_id = any(${[...memberIds]}) and removed_on is null)`
  const { rows } = await sql<{ memberId: number; name: string; date: string; time: string }>`
    select distinct on (enrolment.member_id) enrolment.member_id as "memberId", class.class_name as name,
      session.class_date as date, to_char(session.start_time, 'HH24:MI') as time
    from ${occurrenceSql(enrolled, today, addDays(today, classDaysAhead))} session
    join class on class.id = session.class_id
    join class_member enrolment on enrolment.class_id = class.id and enrolment.removed_on is null
      and enrolment.member_id = any(${[...memberIds]})
    where session.class_date > ${today} or session.start_time > ${clock}::time
    order by enrolment.member_id, session.class_date, session.start_time, class.id`.execute(db)
  return new Map(
    rows.map(({ memberId, name, date, time }) => [
      String(memberId),
      { 'class.name': name, 'class.day': dayOf(date), 'class.time': time, 'class.next': dayAndDate(date) },
    ]),
  )
}

/** By the place in the list: two may be about two bookings of one member. A booking of another member is none. */
export async function bookingsOf(db: Db, { clubId, recipients, today }: MergeScope): Promise<ValuesBy> {
  const { rows } = await sql<{ index: number; name: string; date: string; time: string }>`
    select asked.index - 1 as index, class.class_name as name, booking.booking_date as date,
      coalesce(to_char(session_start(class.id, booking.booking_date), 'HH24:MI'), '') as time
    from unnest(${recipients.map(each => each.memberId)}::bigint[],
      ${recipients.map(each => each.bookingId ?? null)}::bigint[]) with ordinality as asked (member_id, booking_id, index)
    cross join lateral (
      select booking.* from booking
      where booking.member_id = asked.member_id and booking.club_id = ${clubId}
        and (booking.id = asked.booking_id
          or (asked.booking_id is null and cancelled_at is null and booking_date >= ${today}))
      order by booking_date, id limit 1
    ) booking
    join class on class.id = booking.class_id`.execute(db)
  return new Map(
    rows.map(({ index, name, date, time }) => [
      String(index),
      { 'booking.className': name, 'booking.date': dayAndDate(date), 'booking.time': time },
    ]),
  )
}

/** Of what each studies: the discipline graded last, otherwise begun last; and the club's next grading day in it. */
export async function gradesOf(db: Db, { clubId, memberIds, today }: MergeScope): Promise<ValuesBy> {
  const gradings = sql`class.club_id = ${clubId} and class.class_type_id = ${classType.grading}`
  const { rows } = await sql<{ memberId: number; discipline: string; name: string; next: string; date: string | null }>`
    select studied.member_id as "memberId", discipline.name as discipline, coalesce(grade.name, '') as name,
      coalesce(above.name, '') as next, grading.date
    from (
      select distinct on (member_id) member_id, discipline_id, current_grade_id from member_discipline
      where member_id = any(${[...memberIds]})
      order by member_id, last_grading desc nulls last, studied_since desc, id
    ) studied
    join discipline on discipline.id = studied.discipline_id
    join member on member.id = studied.member_id
    join person on person.id = member.person_id
    left join club_member on club_member.member_id = studied.member_id and club_member.club_id = ${clubId}
    left join grade on grade.id = studied.current_grade_id
    left join lateral (
      select grade.name from ${gradesAboveSql({
        disciplineId: sql`studied.discipline_id`,
        position: sql`grade.position`,
        categoryId: sql`club_member.category_id`,
        dob: sql`person.dob`,
        on: sql`${today}::date`,
      })} ladder
      join grade on grade.id = ladder.id
      order by ladder.position limit 1
    ) above on true
    left join (
      select taught.discipline_id, min(session.class_date) as date
      from ${occurrenceSql(gradings, today, addDays(today, gradingDaysAhead))} session
      join (
        select id as class_id, primary_discipline_id as discipline_id from class
        union select class_id, discipline_id from class_discipline
      ) taught on taught.class_id = session.class_id
      group by taught.discipline_id
    ) grading on grading.discipline_id = studied.discipline_id`.execute(db)
  return new Map(
    rows.map(({ memberId, discipline, name, next, date }) => [
      String(memberId),
      {
        'grade.discipline': discipline,
        'grade.name': name,
        'grade.next': next,
        'grading.date': date ? dayAndDate(date) : '',
      },
    ]),
  )
}
