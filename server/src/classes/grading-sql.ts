import { classType } from '@honbu/contract/ids.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'

/** A grade that a member may be graded to. */
export interface GradeAbove {
  id: number
  position: number
  minimum_attendance: number
  minimum_months: number
}

interface LadderOf {
  readonly disciplineId: Expression<unknown>
  /** The position of the present grade, null where there is none yet. */
  readonly position: Expression<unknown>
  /** The category of the membership, and the member's date of birth; each may be null. */
  readonly categoryId: Expression<unknown>
  readonly dob: Expression<unknown>
  /** The day that ages are reckoned on. */
  readonly on: Expression<unknown>
}

/**
 * The grades above the present one on a member's ladder, as a table without an order: `order by position limit 1` is the
 * next grade. A grade without a category is for everyone. One with a category is for those whose membership has it, and
 * for those whose membership has none and whose age is within its ages. A grade with ages of its own is for those within
 * them, and for those whose age isn't known.
 */
export function gradesAboveSql({ disciplineId, position, categoryId, dob, on }: LadderOf): RawBuilder<GradeAbove> {
  return sql<GradeAbove>`(
    select above.id, above.position, above.minimum_attendance, above.minimum_months
    from grade above left join member_category band on band.id = above.category_id
    where above.discipline_id = ${disciplineId} and (${position} is null or above.position > ${position})
      and (coalesce(above.min_age, above.max_age) is null or ${dob} is null
        or extract(year from age(${on}, ${dob})) between coalesce(above.min_age, 0) and coalesce(above.max_age, 200))
      and (above.category_id is null or above.category_id = ${categoryId} or (
        ${categoryId} is null and coalesce(band.min_age, band.max_age) is not null
        and extract(year from age(${on}, ${dob})) between coalesce(band.min_age, 0) and coalesce(band.max_age, 200)))
  )`
}

interface CountedFor {
  readonly memberId: Expression<unknown>
  readonly disciplineId: Expression<unknown>
  readonly lastGrading: Expression<unknown>
  readonly studiedSince: Expression<unknown>
  readonly until: Expression<unknown>
}

/**
 * How many classes count towards the next grade: attended, of a class that teaches the discipline and counts towards
 * grading (a non-attendance class never does), each class and date once, after the last grading or since the start of study.
 * Classes in the system that a member was imported from count until a later grading.
 */
export function countedClassesSql({ memberId, disciplineId, lastGrading, studiedSince, until }: CountedFor) {
  return sql<number>`(
    select count(*) + coalesce((
      select earlier_classes from member_discipline earlier
      where earlier.member_id = ${memberId} and earlier.discipline_id = ${disciplineId}
        and earlier.earlier_classes_on <= ${until} and earlier.earlier_classes_on > coalesce(${lastGrading}, '-infinity')), 0)
    from attendance join class on class.id = attendance.class_id
    where attendance.member_id = ${memberId} and attendance.attended and attendance.class_date <= ${until}
      and (attendance.class_date > ${lastGrading}
        or (${lastGrading} is null and attendance.class_date >= ${studiedSince}))
      and class.counts_for_grading and class.class_type_id <> ${sql.lit(classType.nonAttendance)}
      and (class.primary_discipline_id = ${disciplineId} or exists (
        select from class_discipline where class_discipline.class_id = class.id
          and class_discipline.discipline_id = ${disciplineId}))
  )`
}
