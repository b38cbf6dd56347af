import { addDays } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { countedClassesSql, gradesAboveSql, registerSql } from '../classes/index.ts'
import { hasDispute } from '../ledger/index.ts'
import type { Db } from '../platform/database.ts'
import type { Grading } from './grading.ts'

/** A member and a discipline at a grading, with everything that the list shows and a result depends on. */
export interface GradingRow {
  memberId: number
  disciplineId: number
  firstName: string
  lastName: string
  code: string
  photoUrl: string | null
  beltSize: string
  memberStatusId: number
  isCandidate: boolean
  isEntered: boolean
  attended: boolean | null
  studies: boolean
  currentGradeId: number | null
  lastGrading: string | null
  studiedSince: string | null
  /** Within his age band, lowest first. */
  gradeIdsAbove: number[]
  /** Of the next grade; null where there is none. */
  minimumAttendance: number | null
  minimumMonths: number | null
  attendedSince: number
  overduePence: number
  oldestDue: string | null
  isDisputed: boolean
  /** When he was graded in the discipline after this grading, if he was. */
  gradedLater: string | null
  resultId: number | null
  passed: boolean | null
  fromGradeId: number | null
  gradeId: number | null
  reason: string
  note: string
  progress: string
  requirementFlags: number | null
  savedBy: string
  savedAt: Date | null
}

/** A flag says who is to be graded next: it adds nobody to a grading that lies further back than this. */
const daysOfCandidates = 28

/** Whoever is listed at a grading: candidates of the club, who is entered, and who has a result. */
export async function listedRows(db: Db, grading: Grading): Promise<GradingRow[]> {
  const { classId, clubId, classDate, today, disciplineIds } = grading
  const taught = sql`any(${[...disciplineIds]}::bigint[])`
  const { lapsed, notInterested, unconverted } = memberStatus
  const candidates = sql`
    select member_id from club_member
    where club_id = ${clubId} and is_grading_candidate
      and member_status_id not in (${lapsed}, ${notInterested}, ${unconverted})
      and ${addDays(classDate, daysOfCandidates)}::date >= ${today}::date`
  const results = sql`select member_id, discipline_id from grading_result
    where class_id = ${classId} and graded_on = ${classDate}`
  return await gradingRows(
    db,
    grading,
    // Who is entered and studies nothing of what is graded begins with the first of it.
    sql`(
      select member_id, discipline_id from member_discipline
      where discipline_id = ${taught} and member_id in (
        select member_id from entered union ${candidates} union select member_id from (${results}) result)
      union ${results}
      union
      select member_id, ${disciplineIds[0] ?? null}::bigint from entered
      where ${disciplineIds.length > 0} and not exists (
        select from member_discipline
        where member_discipline.member_id = entered.member_id and discipline_id = ${taught})
    )`,
  )
}

/** The same of some members, whether or not they are listed. */
export const rowsOf = (
  db: Db,
  grading: Grading,
  pairs: readonly { readonly memberId: number; readonly disciplineId: number }[],
) =>
  gradingRows(
    db,
    grading,
    sql`unnest(${pairs.map(each => each.memberId)}::bigint[], ${pairs.map(each => each.disciplineId)}::bigint[])`,
  )

/** One query, however many they are. `pairs` is a table of member and discipline; it may use `entered`. */
async function gradingRows(db: Db, grading: Grading, pairs: RawBuilder<unknown>): Promise<GradingRow[]> {
  const { classId, clubId, classDate, disciplineIds, today } = grading
  const entered = registerSql({
    classId: sql`${classId}::bigint`,
    classDate: sql`${classDate}::date`,
    includeEnquiries: true,
  })
  const above = gradesAboveSql({
    disciplineId: sql`pair.discipline_id`,
    position: sql`grade.position`,
    categoryId: sql`membership.category_id`,
    dob: sql`person.dob`,
    on: sql`${classDate}::date`,
  })
  const attendedSince = countedClassesSql({
    memberId: sql`pair.member_id`,
    disciplineId: sql`pair.discipline_id`,
    lastGrading: sql`study.last_grading`,
    studiedSince: sql`study.studied_since`,
    until: sql`${classDate}::date`,
  })
  const { rows } = await sql<GradingRow>`
    with entered as (select member_id, attended from ${entered} register)
    select pair.member_id as "memberId", pair.discipline_id as "disciplineId", person.first_name as "firstName",
      person.last_name as "lastName", member.code, person.photo_url as "photoUrl", member.belt_size as "beltSize",
      membership.member_status_id as "memberStatusId", membership.is_candidate as "isCandidate",
      entered.member_id is not null as "isEntered", entered.attended,
      study.id is not null as studies, study.current_grade_id as "currentGradeId", study.last_grading as "lastGrading",
      study.studied_since as "studiedSince",
      array(select id from ${above} above order by position) as "gradeIdsAbove",
      next.minimum_attendance as "minimumAttendance", next.minimum_months as "minimumMonths",
      ${attendedSince} as "attendedSince",
      debt.pence as "overduePence", debt.oldest_due as "oldestDue",
      ${hasDispute(sql`pair.member_id`, sql`${clubId}`)} as "isDisputed",
      (select min(graded_on) from grading_result later
        where later.member_id = pair.member_id and later.discipline_id = pair.discipline_id
          and later.graded_on > ${classDate}) as "gradedLater",
      result.id as "resultId", result.passed, result.from_grade_id as "fromGradeId", result.grade_id as "gradeId",
      coalesce(result.reason, '') as reason, coalesce(result.note, '') as note,
      coalesce(result.progress, '') as progress, result.requirement_flags as "requirementFlags",
      coalesce(trim(author.first_name || ' ' || author.last_name), '') as "savedBy", result.created_at as "savedAt"
    from ${pairs} pair (member_id, discipline_id)
    join member on member.id = pair.member_id
    join person on person.id = member.person_id
    cross join lateral (
      select member_status_id, category_id, club_id = ${clubId} and is_grading_candidate as is_candidate
      from club_member where club_member.member_id = pair.member_id
      order by club_id <> ${clubId}, club_id limit 1
    ) membership
    cross join lateral (
      select coalesce(sum(open.pence), 0)::int as pence, min(due_on) as oldest_due
      from (
        select due_on, amount_pence - coalesce(
          (select sum(allocation.amount_pence) from allocation where allocation.charge_id = charge.id), 0) as pence
        from charge where charge.member_id = pair.member_id and charge.club_id = ${clubId} and due_on < ${today}
      ) open where open.pence > 0
    ) debt
    left join entered on entered.member_id = pair.member_id
    left join member_discipline study
      on study.member_id = pair.member_id and study.discipline_id = pair.discipline_id
    left join grade on grade.id = study.current_grade_id
    left join lateral (
      select minimum_attendance, minimum_months from ${above} above order by position limit 1
    ) next on true
    left join grading_result result on result.class_id = ${classId} and result.graded_on = ${classDate}
      and result.member_id = pair.member_id and result.discipline_id = pair.discipline_id
    left join grade came on came.id = case when result.id is null then grade.id else result.from_grade_id end
    left join account on account.id = result.account_id
    left join person author on author.id = account.person_id
    order by array_position(${[...disciplineIds]}::bigint[], pair.discipline_id), came.position nulls first,
      person.last_name, person.first_name, member.id`.execute(db)
  return rows
}
