import type { Db } from '../../src/platform/database.ts'
import { rootOf } from './in-tree.ts'
import { next } from './next.ts'

/** A discipline with grades from white upwards; each but the first asks for 10 classes and 3 months. */
export async function createDiscipline(db: Db, { clubId, grades = ['White', 'Yellow', 'Green'] }: DisciplineInput) {
  const rootClubId = await rootOf(db, clubId)
  const discipline = await db
    .insertInto('discipline')
    .values({ club_id: clubId, root_club_id: rootClubId, name: `Karate ${next()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const gradeIds: number[] = []
  for (const [index, name] of grades.entries()) {
    const grade = await db
      .insertInto('grade')
      .values({
        discipline_id: discipline.id,
        root_club_id: rootClubId,
        name,
        position: index + 1,
        minimum_attendance: index === 0 ? 0 : 10,
        minimum_months: index === 0 ? 0 : 3,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    gradeIds.push(grade.id)
  }
  return { id: discipline.id, gradeIds }
}

interface DisciplineInput {
  clubId: number
  grades?: readonly string[]
}

/** What a member has reached in a discipline; no grading yet unless told otherwise. */
export async function study(db: Db, { memberId, disciplineId, since = '2025-09-01', ...rest }: StudyInput) {
  const member = await db
    .selectFrom('member')
    .select('root_club_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('member_discipline')
    .values({
      ...member,
      member_id: memberId,
      discipline_id: disciplineId,
      current_grade_id: rest.gradeId ?? null,
      last_grading: rest.lastGrading ?? null,
      studied_since: since,
    })
    .execute()
}

interface StudyInput {
  memberId: number
  disciplineId: number
  gradeId?: number | undefined
  lastGrading?: string
  since?: string
}
