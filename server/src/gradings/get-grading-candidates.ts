import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/gradings.ts'
import { costOfMarks, type MarkCost } from '../classes/index.ts'
import { debtInfo } from '../ledger/index.ts'
import { beltSql } from '../platform/belt-sql.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { requireGrading } from './grading.ts'
import { type GradingRow, listedRows } from './grading-rows.ts'
import { readinessOf } from './readiness.ts'

export async function getGradingCandidates(
  { db, now }: Read,
  { classId, classDate }: Input<typeof call.getGradingCandidates>,
) {
  const grading = await requireGrading(db, { classId, classDate, now })
  const rows = await listedRows(db, grading)
  const memberIds = [...new Set(rows.map(({ memberId }) => memberId))]
  const costs = await costOfMarks(db, { classId, classDate, memberIds })
  return {
    classId,
    classDate,
    clubId: grading.clubId,
    fee: pounds(grading.costPence),
    canSave: classDate <= grading.today,
    disciplines: await laddersOf(db, [...new Set([...grading.disciplineIds, ...rows.map(row => row.disciplineId)])]),
    candidates: rows.map(row => candidate(row, costs.get(row.memberId), { classDate, today: grading.today })),
  }
}

interface Days {
  readonly classDate: string
  readonly today: string
}

function candidate(row: GradingRow, cost: MarkCost | undefined, { classDate, today }: Days) {
  const { flags, progress } = readinessOf(row, classDate)
  return {
    memberId: row.memberId,
    disciplineId: row.disciplineId,
    firstName: row.firstName,
    lastName: row.lastName,
    code: row.code,
    photoUrl: row.photoUrl,
    memberStatusId: row.memberStatusId,
    isCandidate: row.isCandidate,
    isEntered: row.isEntered,
    attended: row.attended,
    beltSize: row.beltSize,
    studies: row.studies,
    currentGradeId: row.currentGradeId,
    lastGrading: row.lastGrading,
    gradeIdsAbove: row.gradeIdsAbove,
    gradingRequirementFlags: flags,
    gradingProgress: progress,
    outstandingFees: pounds(row.overduePence),
    debtInfo: debtInfo({ pence: row.overduePence, oldestDue: row.oldestDue, isDisputed: row.isDisputed }, today),
    feeToCharge: pounds(cost?.pence ?? 0),
    feeStanding: cost?.standing ?? 'none',
    result: result(row),
  }
}

function result({ resultId, passed, gradeId, savedAt, ...row }: GradingRow) {
  if (resultId === null || passed === null || gradeId === null || savedAt === null) return null
  return {
    id: resultId,
    passed,
    fromGradeId: row.fromGradeId,
    gradeId,
    reason: row.reason,
    note: row.note,
    by: row.savedBy,
    at: savedAt.toISOString(),
    canTakeBack: row.gradedLater === null,
  }
}

/** The disciplines in the order given, each with its grades from the first to the last. */
async function laddersOf(db: Db, disciplineIds: readonly number[]) {
  if (disciplineIds.length === 0) return []
  const disciplines = await db
    .selectFrom('discipline')
    .select(['id as disciplineId', 'name'])
    .where('id', 'in', disciplineIds)
    .execute()
  const grades = await db
    .selectFrom('grade')
    .leftJoin('member_category', 'member_category.id', 'grade.category_id')
    .select(['grade.id', 'grade.discipline_id', 'member_category.name as categoryName'])
    .select(beltSql('grade').$notNull().as('belt'))
    .where('grade.discipline_id', 'in', disciplineIds)
    .orderBy('grade.position')
    .execute()
  return disciplines
    .sort((a, b) => disciplineIds.indexOf(a.disciplineId) - disciplineIds.indexOf(b.disciplineId))
    .map(discipline => ({
      ...discipline,
      grades: grades
        .filter(grade => grade.discipline_id === discipline.disciplineId)
        .map(({ id, belt, categoryName }) => ({ gradeId: id, belt, categoryName })),
    }))
}
