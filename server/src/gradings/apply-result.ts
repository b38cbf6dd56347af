import { sql } from 'kysely'
import { chargeAttendance } from '../classes/index.ts'
import type { Write } from '../platform/route.ts'
import type { EnteredResult } from './check-result.ts'
import type { Grading } from './grading.ts'
import type { GradingRow } from './grading-rows.ts'
import type { GradingReadiness } from './readiness.ts'

interface Applied {
  readonly row: GradingRow
  readonly result: EnteredResult
  readonly readiness: GradingReadiness
}

/**
 * Keeps results and everything that follows from them, with what was before, so that `delete-grading-result.ts` can undo
 * each: who was graded was present; who passed has the new grade, counts from this day on, and is no candidate any more.
 * No member has two of the same discipline.
 * @returns the ids of the results, in the order of `applied`
 */
export async function applyResults(
  { tx, user, now, audit }: Write,
  grading: Grading,
  applied: readonly Applied[],
): Promise<number[]> {
  if (applied.length === 0) return []
  const { classId, classDate, clubId, rootClubId } = grading
  const memberIds = [...new Set(applied.map(({ result }) => result.memberId))]
  const passed = applied.filter(({ result }) => result.passed)
  const candidates = await clearCandidates(
    tx,
    passed.map(({ result }) => result.memberId),
  )
  const marks = await markPresent({ tx, user, now }, grading, memberIds)
  const rows = applied.map(({ row, result, readiness }) => {
    const { memberId, disciplineId, gradeId, reason, note } = result
    return {
      club_id: clubId,
      root_club_id: rootClubId,
      member_id: memberId,
      discipline_id: disciplineId,
      class_id: classId,
      graded_on: classDate,
      from_grade_id: row.currentGradeId,
      grade_id: gradeId,
      passed: result.passed,
      reason,
      note,
      progress: readiness.progress,
      requirement_flags: readiness.flags,
      last_grading_before: row.lastGrading,
      added_discipline: result.passed && !row.studies,
      candidate_before: result.passed ? taken(candidates, memberId, []) : [],
      mark_before: taken(marks, memberId, null),
      account_id: user.accountId,
      created_at: now,
    }
  })
  const made = await tx
    .insertInto('grading_result')
    .values(rows)
    .returning(['id', 'member_id as memberId', 'discipline_id as disciplineId'])
    .execute()
  const ids = new Map(made.map(({ id, memberId, disciplineId }) => [`${memberId} ${disciplineId}`, id]))
  await chargeAttendance(tx, { classId, classDate, memberIds, accountId: user.accountId })
  await reach(tx, grading, passed)
  return applied.map(({ row, result, readiness }) => {
    const { memberId, disciplineId, gradeId, reason, note } = result
    const id = ids.get(`${memberId} ${disciplineId}`) ?? 0
    audit({
      clubId,
      memberId,
      subject: 'grading_result',
      subjectId: id,
      before: { disciplineId, gradeId: row.currentGradeId, lastGrading: row.lastGrading },
      after: {
        ...{ disciplineId, classId, classDate, passed: result.passed },
        ...{ gradeId, reason, note, progress: readiness.progress },
      },
    })
    return id
  })
}

/** What was before belongs to the first result of a member; the next of his finds what that has made of it. */
function taken<T>(before: Map<number, T>, memberId: number, otherwise: T): T {
  const value = before.get(memberId) ?? otherwise
  before.delete(memberId)
  return value
}

/** The new grades. */
async function reach(tx: Write['tx'], { classDate, rootClubId }: Grading, passed: readonly Applied[]) {
  if (passed.length === 0) return
  await tx
    .insertInto('member_discipline')
    .values(
      passed.map(({ result }) => ({
        current_grade_id: result.gradeId,
        last_grading: classDate,
        member_id: result.memberId,
        root_club_id: rootClubId,
        discipline_id: result.disciplineId,
        studied_since: classDate,
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['member_id', 'discipline_id']).doUpdateSet(({ ref }) => ({
        current_grade_id: ref('excluded.current_grade_id'),
        last_grading: ref('excluded.last_grading'),
      })),
    )
    .execute()
}

/** The memberships that were candidates until now, in whichever club of the tree, by member. */
async function clearCandidates(tx: Write['tx'], memberIds: readonly number[]): Promise<Map<number, number[]>> {
  if (memberIds.length === 0) return new Map()
  const cleared = await tx
    .updateTable('club_member')
    .set({ is_grading_candidate: false })
    .where('member_id', 'in', memberIds)
    .where('is_grading_candidate', '=', true)
    .returning(['id', 'member_id as memberId'])
    .execute()
  const ids = new Map<number, number[]>()
  for (const { id, memberId } of cleared) ids.set(memberId, [...(ids.get(memberId) ?? []), id])
  return ids
}

/** Who was graded was there. Answers what stood in the register before, by member; null where it was just that. */
async function markPresent(
  { tx, user, now }: Pick<Write, 'tx' | 'user' | 'now'>,
  { classId, classDate, clubId, rootClubId }: Grading,
  memberIds: readonly number[],
): Promise<Map<number, 'none' | 'absent' | null>> {
  const marked = { attended: true, marked_by: user.accountId, marked_at: now }
  const ofClass = { club_id: clubId, root_club_id: rootClubId, class_id: classId, class_date: classDate }
  const added = await tx
    .insertInto('attendance')
    .values(memberIds.map(memberId => ({ ...marked, ...ofClass, member_id: memberId })))
    .onConflict(conflict => conflict.constraint('attendance_once').doNothing())
    .returning('member_id as memberId')
    .execute()
  const before = new Map<number, 'none' | 'absent' | null>(added.map(({ memberId }) => [memberId, 'none']))
  const known = memberIds.filter(memberId => !before.has(memberId))
  if (known.length === 0) return before
  const changed = await tx
    .updateTable('attendance')
    .set(marked)
    .where('class_id', '=', classId)
    .where('class_date', '=', classDate)
    .where('member_id', 'in', known)
    .where(sql<boolean>`not attended`)
    .returning('member_id as memberId')
    .execute()
  for (const { memberId } of changed) before.set(memberId, 'absent')
  return before
}
