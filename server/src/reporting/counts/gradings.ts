import { memberStatus } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { countedClassesSql, gradesAboveSql } from '../../classes/index.ts'
import type { Db } from '../../platform/database.ts'
import { type CountFor, todaySql } from '../buckets.ts'
import type { Subject } from '../subjects.ts'
import { countByDay, type Facts, isIn, these } from './by-bucket.ts'

/** Results of gradings: a row a member, discipline and grading. */
export const gradingFacts: Facts = of => sql`(
  select result.id, result.club_id, result.member_id, result.graded_on as day, result.discipline_id, result.grade_id,
    result.class_id, result.account_id, result.passed
  from grading_result result join club on club.id = result.club_id
  where result.club_id = ${these(of.clubIds)} and ${isIn(sql`result.graded_on`, of)}
)`

export const gradings: Subject<'graded' | 'passed'> = {
  counts: ['graded', 'passed'],
  count: (db, of) =>
    countByDay(db, of, gradingFacts(of), { graded: sql`count(*)`, passed: sql`count(*) filter (where passed)` }),
}

/**
 * Who is ready for the next grade today, a row a member and discipline, by the rules of the register (`gradingReadiness`):
 * the classes and the months that the next grade asks for. Classes are counted only of those who have the months.
 */
export function readyFacts({ clubIds, now }: Pick<CountFor, 'clubIds' | 'now'>): RawBuilder<unknown> {
  const on = todaySql(now)
  const above = gradesAboveSql({
    disciplineId: sql`study.discipline_id`,
    position: sql`present.position`,
    categoryId: sql`own.category_id`,
    dob: sql`person.dob`,
    on,
  })
  const attended = countedClassesSql({
    memberId: sql`own.member_id`,
    disciplineId: sql`study.discipline_id`,
    lastGrading: sql`study.last_grading`,
    studiedSince: sql`study.studied_since`,
    until: on,
  })
  const since = sql`coalesce(study.last_grading, study.studied_since, ${on})`
  return sql`(
    select own.club_id, own.member_id, study.id as study_id, study.discipline_id, study.last_grading,
      next.id as grade_id
    from club_member own join club on club.id = own.club_id
    join member on member.id = own.member_id
    join person on person.id = member.person_id
    join member_discipline study on study.member_id = own.member_id
    left join grade present on present.id = study.current_grade_id
    cross join lateral (select * from ${above} above order by position limit 1) next
    where own.club_id = ${these(clubIds)}
      and own.member_status_id in (${sql.lit(memberStatus.active)}, ${sql.lit(memberStatus.issue)})
      and case when next.minimum_months <= 0 or (${since} + next.minimum_months * interval '1 month')::date <= ${on}
        then next.minimum_attendance <= 0 or ${attended} >= next.minimum_attendance else false end
  )`
}

/** What is so now, for any bucket: nobody knows any more who was ready then. */
export const ready: Subject<'ready'> = { counts: ['ready'], count: countReady }

async function countReady(db: Db, of: CountFor) {
  const { rows } = await sql<{ clubId: number; ready: number }>`
    select club_id as "clubId", count(*) as ready from ${readyFacts(of)} fact group by club_id`.execute(db)
  return of.buckets.flatMap((_, bucket) => rows.map(row => ({ ...row, bucket })))
}
