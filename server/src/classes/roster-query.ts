import { startOfWeek } from '@honbu/contract/calendar.ts'
import { classType } from '@honbu/contract/ids.ts'
import { type InferResult, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { registerSql } from './register-sql.ts'
import type { Session } from './session.ts'

export interface RosterOptions {
  readonly classDate: string
  readonly includeEnquiries: boolean
  /** The club's, for what is overdue. */
  readonly today: string
}

export type RosterRow = InferResult<ReturnType<typeof rosterQuery>>[number]

/** Everyone on the register with all that the flags are made of: one query, however many they are. */
export function rosterQuery(db: Db, session: Session, { classDate, includeEnquiries, today }: RosterOptions) {
  const { classId, clubId, primaryDisciplineId } = session
  const register = registerSql({
    classId: sql`${classId}::bigint`,
    classDate: sql`${classDate}::date`,
    includeEnquiries,
  })

  // In this club if there is one; a visitor's is in another club of the tree.
  const membership = sql<{
    member_status_id: number
    communication_flags: number
    terms_accepted_at: Date | null
    training_plan_id: number | null
  }>`(
    select member_status_id, communication_flags, terms_accepted_at, training_plan_id from club_member
    where club_member.member_id = listed.member_id
    order by club_member.club_id <> ${clubId}, club_member.club_id limit 1
  )`
  const debt = sql<{ pence: number; oldest_due: string | null }>`(
    select coalesce(sum(open.pence), 0)::int as pence, min(due_on) as oldest_due
    from (
      select due_on, amount_pence - coalesce(
        (select sum(allocation.amount_pence) from allocation where allocation.charge_id = charge.id), 0) as pence
      from charge where charge.member_id = listed.member_id and charge.club_id = ${clubId} and due_on < ${today}
    ) open where open.pence > 0
  )`

  return db
    .selectFrom(register.as('listed'))
    .innerJoin('member', 'member.id', 'listed.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .innerJoinLateral(membership.as('membership'), join => join.onTrue())
    .innerJoinLateral(debt.as('debt'), join => join.onTrue())
    .leftJoin('training_plan', 'training_plan.id', 'membership.training_plan_id')
    .leftJoin('member_discipline', join =>
      join
        .onRef('member_discipline.member_id', '=', 'listed.member_id')
        .on('member_discipline.discipline_id', '=', primaryDisciplineId ?? 0),
    )
    .leftJoin('grade', 'grade.id', 'member_discipline.current_grade_id')
    .leftJoinLateral(
      eb =>
        eb
          .selectFrom('grade as following')
          .select(['following.minimum_attendance', 'following.minimum_months'])
          .whereRef('following.discipline_id', '=', 'member_discipline.discipline_id')
          .where(sql<boolean>`following.position > coalesce(grade.position, 0)`)
          .orderBy('following.position')
          .limit(1)
          .as('next'),
      join => join.onTrue(),
    )
    .select([
      'listed.member_id as memberId',
      'listed.date_added as dateAdded',
      'listed.is_enrolled as isEnrolled',
      'listed.is_booked as isBooked',
      'listed.attended',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.photo_url as photoUrl',
      'member.code',
      'membership.member_status_id as memberStatusId',
      'membership.communication_flags as communicationFlags',
      sql<boolean>`membership.terms_accepted_at is not null`.as('hasTerms'),
      lastAttendance(classDate).as('lastAttendance'),
      'debt.pence as overduePence',
      'debt.oldest_due as oldestDue',
      'training_plan.classes_per_week as perWeek',
      'training_plan.classes_per_month as perMonth',
      recentDates(classDate).as('recentDates'),
      'member_discipline.last_grading as lastGrading',
      'member_discipline.studied_since as studiedSince',
      'grade.name as gradeName',
      'grade.position as gradePosition',
      'grade.colour',
      'grade.colour_two as colourTwo',
      'grade.stripe',
      'next.minimum_attendance as minimumAttendance',
      'next.minimum_months as minimumMonths',
      attendedSince(classDate).as('attendedSince'),
    ])
}

/** The last class that the member attended before the date, whichever it was. */
export const lastAttendance = (classDate: string) => sql<string | null>`(
  select max(class_date) from attendance
  where attendance.member_id = listed.member_id and attended and class_date < ${classDate}
)`

/** A date for each class attended in the week or the month of the date, up to it, where a plan sets a limit. */
function recentDates(classDate: string) {
  const monthStart = `${classDate.slice(0, 8)}01`
  const weekStart = startOfWeek(classDate)
  const from = weekStart < monthStart ? weekStart : monthStart
  return sql<string[]>`array(
    select class_date from attendance
    where attendance.member_id = listed.member_id and attended and class_date between ${from} and ${classDate}
      and coalesce(training_plan.classes_per_week, training_plan.classes_per_month) is not null
  )`
}

/**
 * Classes that count towards the next grade: of a class that teaches the discipline and counts towards grading (a
 * non-attendance class never does), each class and date once, after the last grading or since the start of study.
 */
function attendedSince(classDate: string) {
  return sql<number>`(
    select count(*) from attendance join class on class.id = attendance.class_id
    where attendance.member_id = listed.member_id and attendance.attended and attendance.class_date <= ${classDate}
      and (attendance.class_date > member_discipline.last_grading
        or (member_discipline.last_grading is null and attendance.class_date >= member_discipline.studied_since))
      and class.counts_for_grading and class.class_type_id <> ${classType.nonAttendance}
      and (class.primary_discipline_id = member_discipline.discipline_id or exists (
        select from class_discipline where class_discipline.class_id = class.id
          and class_discipline.discipline_id = member_discipline.discipline_id))
  )`
}
