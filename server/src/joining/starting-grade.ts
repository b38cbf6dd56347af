import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

interface Starting {
  readonly memberId: number
  readonly rootClubId: number
  readonly gradeId: number
  readonly from: string
}

/** What somebody brings along: the discipline is studied, at that grade, from the day of joining on. */
export async function addGrade(tx: Write['tx'], { memberId, rootClubId, gradeId, from }: Starting) {
  const message = 'Is a grade of another organisation.'
  const { disciplineId } = await tx
    .selectFrom('grade')
    .select('discipline_id as disciplineId')
    .where('id', '=', gradeId)
    .where('root_club_id', '=', rootClubId)
    .executeTakeFirstOrThrow(() => new Refused(400, message, { gradeId: [message] }))
  await tx
    .insertInto('member_discipline')
    .values({
      member_id: memberId,
      root_club_id: rootClubId,
      discipline_id: disciplineId,
      current_grade_id: gradeId,
      studied_since: from,
    })
    .execute()
}
