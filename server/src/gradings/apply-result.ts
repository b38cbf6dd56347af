import { sql } from 'kysely'
import { chargeAttendance } from '../classes/index.ts'
import type { Write } from '../platform/route.ts'
import type { EnteredResult } from './check-result.ts'
import type { Grading } from './grading.ts'
import type { GradingRow } from './grading-rows.ts'
import type { GradingReadiness } from './readiness.ts'

interface Applied {
  readonly grading: Grading
  readonly row: GradingRow
  readonly result: EnteredResult
  readonly readiness: GradingReadiness
}

/**
 * Keeps a result and everything that follows from it, with what was before, so that `take-back.ts` can undo it: who was
 * graded was present; who passed has the new grade, counts from this day on, and is no candidate any more.
 * @returns the id of the result
 */
export async function applyResult({ tx, user, now, audit }: Write, { grading, row, result, readiness }: Applied) {
  const { classId, classDate, clubId, rootClubId } = grading
  const { memberId, disciplineId, passed, gradeId, reason, note } = result
  const candidateBefore = passed ? await clearCandidate(tx, memberId) : []
  const { id } = await tx
    .insertInto('grading_result')
    .values({
      club_id: clubId,
      root_club_id: rootClubId,
      member_id: memberId,
      discipline_id: disciplineId,
      class_id: classId,
      graded_on: classDate,
      from_grade_id: row.currentGradeId,
      grade_id: gradeId,
      passed,
      reason,
      note,
      progress: readiness.progress,
      requirement_flags: readiness.flags,
      last_grading_before: row.lastGrading,
      added_discipline: passed && !row.studies,
      candidate_before: candidateBefore,
      mark_before: await markPresent({ tx, user, now }, grading, memberId),
      account_id: user.accountId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await chargeAttendance(tx, { classId, classDate, memberIds: [memberId], accountId: user.accountId })
  if (passed) {
    const reached = { current_grade_id: gradeId, last_grading: classDate }
    await tx
      .insertInto('member_discipline')
      .values({
        ...reached,
        member_id: memberId,
        root_club_id: rootClubId,
        discipline_id: disciplineId,
        studied_since: classDate,
      })
      .onConflict(conflict => conflict.columns(['member_id', 'discipline_id']).doUpdateSet(reached))
      .execute()
  }
  audit({
    clubId,
    memberId,
    subject: 'grading_result',
    subjectId: id,
    before: { disciplineId, gradeId: row.currentGradeId, lastGrading: row.lastGrading },
    after: { disciplineId, classId, classDate, passed, gradeId, reason, note, progress: readiness.progress },
  })
  return id
}

/** The memberships that were candidates until now, in whichever club of the tree. */
async function clearCandidate(tx: Write['tx'], memberId: number): Promise<number[]> {
  const cleared = await tx
    .updateTable('club_member')
    .set({ is_grading_candidate: false })
    .where('member_id', '=', memberId)
    .where('is_grading_candidate', '=', true)
    .returning('id')
    .execute()
  return cleared.map(({ id }) => id)
}

/** Who was graded was there. Answers what stood in the register before; null when it was just that. */
async function markPresent(
  { tx, user, now }: Pick<Write, 'tx' | 'user' | 'now'>,
  { classId, classDate, clubId, rootClubId }: Grading,
  memberId: number,
): Promise<'none' | 'absent' | null> {
  const marked = { attended: true, marked_by: user.accountId, marked_at: now }
  const added = await tx
    .insertInto('attendance')
    .values({
      ...marked,
      club_id: clubId,
      root_club_id: rootClubId,
      class_id: classId,
      class_date: classDate,
      member_id: memberId,
    })
    .onConflict(conflict => conflict.constraint('attendance_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return 'none'
  const { numUpdatedRows } = await tx
    .updateTable('attendance')
    .set(marked)
    .where('class_id', '=', classId)
    .where('class_date', '=', classDate)
    .where('member_id', '=', memberId)
    .where(sql<boolean>`not attended`)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? 'absent' : null
}
