import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { countedClassesSql, gradesAboveSql } from '../classes/index.ts'
import { memberships, type Reason, type Scope } from './reason.ts'

/** Who comes to classes is worth a grading; in days. */
const trainingDays = 28

/**
 * Ready by attendance and by experience (`gradingReadiness` in classes), and not a candidate yet. Of several clubs it is
 * the one that the member came to last.
 */
export const readySql = (scope: Scope) => {
  const today = sql`${scope.today}::date`
  const next = gradesAboveSql({
    disciplineId: sql`studied.discipline_id`,
    position: sql`present.position`,
    categoryId: sql`membership.category_id`,
    dob: sql`person.dob`,
    on: today,
  })
  const attended = countedClassesSql({
    memberId: sql`membership.member_id`,
    disciplineId: sql`studied.discipline_id`,
    lastGrading: sql`studied.last_grading`,
    studiedSince: sql`studied.studied_since`,
    until: today,
  })
  return sql`(
    select membership.member_id, studied.id as studied_id, studied.discipline_id, studied.last_grading,
      next.id as next_id, next_grade.name as next_name, discipline.name as discipline_name
    from ${memberships(scope)}
    join member_discipline studied on studied.member_id = membership.member_id
    join discipline on discipline.id = studied.discipline_id
    left join grade present on present.id = studied.current_grade_id
    cross join lateral (select * from ${next} above order by above.position limit 1) next
    join grade next_grade on next_grade.id = next.id
    where membership.member_status_id in (${memberStatus.active}, ${memberStatus.issue})
      and not membership.is_grading_candidate
      and entry.last_attended >= ${today} - ${trainingDays}::integer
      and not exists (
        select from directory_entry elsewhere where elsewhere.member_id = membership.member_id
          and elsewhere.club_id <> membership.club_id
          and (elsewhere.last_attended, elsewhere.club_id) > (entry.last_attended, membership.club_id))
      and (coalesce(studied.last_grading, studied.studied_since) + next.minimum_months * interval '1 month')::date <= ${today}
      and ${attended} >= next.minimum_attendance
  )`
}

export const gradingReason: Reason = {
  because: 'Is a candidate, or has been graded',
  standing: scope => sql`
    select 'grading:' || studied_id || ':' || next_id || ':' || coalesce(last_grading::text, 'first') as cause, member_id,
      ${scope.today}::date as due_on, 'Ready for ' || next_name || ' in ' || discipline_name as subject, discipline_name as event,
      true as is_new
    from ${readySql(scope)} ready`,
}
