import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/gradings.ts'
import { sql } from 'kysely'
import { beltSql } from '../platform/belt-sql.ts'
import type { Read } from '../platform/route.ts'

/** Gradings belong to the club where they were made: what is shown are those of the clubs that the caller may touch. */
export async function getGradingHistory({ db, user }: Read, { id }: Input<typeof call.getGradingHistory>) {
  const rows = await db
    .selectFrom('grading_result as result')
    .innerJoin('discipline', 'discipline.id', 'result.discipline_id')
    .innerJoin('grade as reached', 'reached.id', 'result.grade_id')
    .innerJoin('club', 'club.id', 'result.club_id')
    .leftJoin('grade as before', 'before.id', 'result.from_grade_id')
    .leftJoin('class', 'class.id', 'result.class_id')
    .leftJoin('account', 'account.id', 'result.account_id')
    .leftJoin('person as author', 'author.id', 'account.person_id')
    .select(['result.id', 'result.passed', 'result.from_grade_id', 'result.grade_id', 'result.reason', 'result.note'])
    .select(['result.progress', 'result.created_at', 'result.graded_on', 'result.class_id', 'result.discipline_id'])
    .select(['discipline.name as discipline', 'club.name as club', 'class.class_name'])
    .select(['author.first_name', 'author.last_name'])
    .select([beltSql('before').as('from'), beltSql('reached').$notNull().as('to')])
    .select(
      sql<boolean>`not exists (
        select from grading_result later
        where later.member_id = result.member_id and later.discipline_id = result.discipline_id
          and (later.graded_on, later.id) > (result.graded_on, result.id))`.as('can_take_back'),
    )
    .where('result.member_id', '=', id)
    .where('result.club_id', 'in', [...user.clubs.keys()])
    .orderBy('result.graded_on', 'desc')
    .orderBy('result.id', 'desc')
    .execute()

  return rows.map(row => ({
    id: row.id,
    disciplineId: row.discipline_id,
    disciplineName: row.discipline,
    gradedOn: row.graded_on,
    passed: row.passed,
    fromGradeId: row.from_grade_id,
    gradeId: row.grade_id,
    from: row.from,
    to: row.to,
    reason: row.reason,
    note: row.note,
    progress: row.progress,
    by: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    at: row.created_at.toISOString(),
    canTakeBack: row.can_take_back,
    clubName: row.club,
    classId: row.class_id,
    className: row.class_name ?? '',
  }))
}
