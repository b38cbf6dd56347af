import { mediumDate } from '@honbu/contract/format.ts'
import { reasonAsked } from '@honbu/contract/gradings.ts'
import type { GradingRow } from './grading-rows.ts'
import type { GradingReadiness } from './readiness.ts'

/** A result as it was entered. */
export interface EnteredResult {
  readonly memberId: number
  readonly disciplineId: number
  readonly passed: boolean
  readonly gradeId: number
  readonly reason: string
  readonly note: string
}

/** What stands against saving a result: 409 where somebody else has been there, 400 where it is not right by itself. */
export interface Problem {
  readonly status: 400 | 409
  readonly field: 'memberId' | 'disciplineId' | 'gradeId' | 'passed' | 'reason'
  readonly message: string
}

type Row = Pick<
  GradingRow,
  | 'firstName'
  | 'lastName'
  | 'currentGradeId'
  | 'lastGrading'
  | 'gradedLater'
  | 'gradeIdsAbove'
  | 'resultId'
  | 'passed'
  | 'gradeId'
  | 'reason'
  | 'note'
  | 'savedBy'
>

interface Judged {
  readonly row: Row
  readonly result: EnteredResult
  readonly classDate: string
  readonly readiness: GradingReadiness
  /** The names of the discipline's grades by their ids. */
  readonly grades: ReadonlyMap<number, string>
}

/** Null when the result can be saved, or has been saved just like this. */
export function checkResult({ row, result, classDate, readiness, grades }: Judged): Problem | null {
  const name = fullName(row)
  const grade = grades.get(result.gradeId)
  if (grade === undefined) return wrong('gradeId', 'This grade is of another discipline.')
  if (row.resultId !== null) {
    if (isSame(row, result)) return null
    const outcome = `${row.passed ? 'passed' : 'not passed'}, ${grades.get(row.gradeId ?? 0) ?? ''}`
    return taken('passed', `${row.savedBy || 'Someone else'} has saved a result for ${name} already: ${outcome}.`)
  }
  const later = row.gradedLater ?? (row.lastGrading && row.lastGrading > classDate ? row.lastGrading : null)
  if (later) return taken('memberId', `${name} was graded after this, on ${mediumDate(later)}.`)
  if (result.passed && result.gradeId === row.currentGradeId) return wrong('gradeId', `${name} is ${grade} already.`)
  if (result.reason !== '') return null
  const standing = { gradeIdsAbove: row.gradeIdsAbove, gradingRequirementFlags: readiness.flags }
  const asked = reasonAsked(standing, result)
  if (asked === null) return null
  const next = grades.get(row.gradeIdsAbove[0] ?? 0)
  const why = {
    notReady: `is not ready (${readiness.progress})`,
    skips: `skips ${next ?? 'a grade'}`,
    offLadder: `goes to ${grade}, which is not above the present grade`,
  }
  return wrong('reason', `Give a reason: ${name} ${why[asked]}.`)
}

export const isSame = (row: Row, { passed, gradeId, reason, note }: EnteredResult) =>
  row.passed === passed && row.gradeId === gradeId && row.reason === reason && row.note === note

const fullName = ({ firstName, lastName }: Pick<Row, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`.trim()

const wrong = (field: Problem['field'], message: string): Problem => ({ status: 400, field, message })
const taken = (field: Problem['field'], message: string): Problem => ({ status: 409, field, message })
