import { startOfWeek } from '@honbu/contract/calendar.ts'
import { noteCategory } from '@honbu/contract/note-category.ts'
import { type InferResult, sql } from 'kysely'
import { hasDispute } from '../ledger/index.ts'
import { beltSql } from '../platform/belt-sql.ts'
import type { Db } from '../platform/database.ts'
import { isForTheMat, isReadableNote, type NoteReader } from '../platform/readable-notes.ts'
import { countedClassesSql, gradesAboveSql } from './grading-sql.ts'
import { frozenSql, registerSql } from './register-sql.ts'
import type { Session } from './session.ts'

export interface RosterOptions {
  readonly classDate: string
  readonly includeEnquiries: boolean
  /** The club's, for what is overdue. */
  readonly today: string
  /** The user: only the notes they may read count. */
  readonly reader: NoteReader
}

export type RosterRow = InferResult<ReturnType<typeof rosterQuery>>[number]

/** Everyone on the register with all that the flags are made of: one query, however many they are. */
export function rosterQuery(db: Db, session: Session, options: RosterOptions) {
  const { classDate, includeEnquiries, today, reader } = options
  const { classId, clubId, primaryDisciplineId } = session
  const register = registerSql({
    classId: sql`${classId}::bigint`,
    classDate: sql`${classDate}::date`,
    includeEnquiries,
  })

  // In this club if there is one; a visitor's is in another club of the tree.
  const membership = sql<{
    member_status_id: number
    club_id: number
    communication_flags: number
    training_plan_id: number | null
    category_id: number | null
  }>`(
    select member_status_id, club_id, communication_flags, training_plan_id, category_id from club_member
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
          .selectFrom(gradesAbove(classDate).as('above'))
          .select(['above.minimum_attendance', 'above.minimum_months'])
          .orderBy('above.position')
          .limit(1)
          .as('next'),
      join => join.onTrue(),
    )
    .select([
      'listed.member_id as memberId',
      'listed.date_added as dateAdded',
      'listed.is_enrolled as isEnrolled',
      'listed.is_booked as isBooked',
      'listed.booking_id as bookingId',
      'listed.attended',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.photo_url as photoUrl',
      'member.code',
      'membership.member_status_id as memberStatusId',
      'membership.communication_flags as communicationFlags',
      hasTerms.as('hasTerms'),
      lastAttendance(classDate).as('lastAttendance'),
      'debt.pence as overduePence',
      'debt.oldest_due as oldestDue',
      hasDispute(sql.ref('listed.member_id'), sql`${clubId}`).as('isDisputed'),
      'training_plan.classes_per_week as perWeek',
      'training_plan.classes_per_month as perMonth',
      recentDates(classDate).as('recentDates'),
      outsideDates(classDate).as('outsideDates'),
      'member_discipline.last_grading as lastGrading',
      'member_discipline.studied_since as studiedSince',
      beltSql('grade').as('belt'),
      'grade.position as gradePosition',
      'next.minimum_attendance as minimumAttendance',
      'next.minimum_months as minimumMonths',
      attendedSince(classDate).as('attendedSince'),
      sql<boolean>`has_earlier_history(listed.member_id)`.as('hasEarlierHistory'),
      frozenSql(sql`listed.member_id`, sql`${clubId}`, sql`${classDate}::date`).as('isFrozen'),
      pinnedNotes(reader).as('pinnedNotes'),
      healthNotes(reader).as('healthNotes'),
      emergencyContacts(reader.healthIds.includes(clubId)).as('emergencyContacts'),
    ])
}

/** Nothing that his club requires is unsigned in its newest version: by the definition of the view `unsigned_document`. */
const hasTerms = sql<boolean>`not exists (
  select from unsigned_document
  where unsigned_document.member_id = listed.member_id and unsigned_document.club_id = membership.club_id
)`

const pinnedNotes = (reader: NoteReader) => sql<number>`(
  select count(*) from member_note
  where member_note.member_id = listed.member_id and is_pinned and ${isReadableNote(reader)} and ${isForTheMat()}
)`

const healthNotes = (reader: NoteReader) => sql<{ subject: string; note: string }[]>`(
  select coalesce(json_agg(json_build_object('subject', subject, 'note', note) order by id), '[]') from member_note
  where member_note.member_id = listed.member_id and is_pinned
    and category_id = ${sql.lit(noteCategory.health)} and ${isReadableNote(reader)}
)`

/** Contacts with a phone number: emergency contacts first, then guardians. Empty for users who may not see health notes. */
const emergencyContacts = (mayCall: boolean) => sql<{ name: string; relationship: string; phone: string }[]>`(
  select coalesce(json_agg(json_build_object('name', name, 'relationship', relationship, 'phone', phone)
    order by is_emergency desc, position, id), '[]')
  from (
    select contact.id, contact.is_emergency, contact.position, contact.relationship,
      trim(called.first_name || ' ' || called.last_name) as name,
      coalesce(nullif(called.phone_mob, ''), nullif(called.phone_day, ''), nullif(called.phone_eve, '')) as phone
    from member_contact contact join person called on called.id = contact.person_id
    where contact.member_id = listed.member_id and (contact.is_emergency or contact.is_guardian)
  ) contact
  where phone is not null and ${mayCall}
)`

/** The last class that the member attended before the date, whichever it was. */
export const lastAttendance = (classDate: string) => sql<string | null>`(
  select max(class_date) from attendance
  where attendance.member_id = listed.member_id and attended and class_date < ${classDate}
)`

/** A date for each class of the plan attended in the week or the month of the date, up to it, where a plan sets a limit. */
function recentDates(classDate: string) {
  const monthStart = `${classDate.slice(0, 8)}01`
  const weekStart = startOfWeek(classDate)
  const from = weekStart < monthStart ? weekStart : monthStart
  return sql<string[]>`array(
    select class_date from attendance
    where attendance.member_id = listed.member_id and attended and class_date between ${from} and ${classDate}
      and coalesce(training_plan.classes_per_week, training_plan.classes_per_month) is not null
      and (training_plan.covers_all or plan_covers(training_plan.id, attendance.class_id))
  )`
}

/** The same of the week for classes that the plan does not cover, but for those that are paid for each time. */
const outsideDates = (classDate: string) => sql<string[]>`array(
  select class_date from attendance join class on class.id = attendance.class_id
  where attendance.member_id = listed.member_id and attended
    and class_date between ${startOfWeek(classDate)} and ${classDate} and not training_plan.covers_all
    and not class.charge_on_attendance and not plan_covers(training_plan.id, class.id)
)`

const gradesAbove = (classDate: string) =>
  gradesAboveSql({
    disciplineId: sql`member_discipline.discipline_id`,
    position: sql`grade.position`,
    categoryId: sql`membership.category_id`,
    dob: sql`person.dob`,
    on: sql`${classDate}::date`,
  })

const attendedSince = (classDate: string) =>
  countedClassesSql({
    memberId: sql`listed.member_id`,
    disciplineId: sql`member_discipline.discipline_id`,
    lastGrading: sql`member_discipline.last_grading`,
    studiedSince: sql`member_discipline.studied_since`,
    until: sql`${classDate}::date`,
  })
