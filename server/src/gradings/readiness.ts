import { gradingReadiness } from '../classes/index.ts'
import type { GradingRow } from './grading-rows.ts'

/** How far a member is on the day of the grading; with a result, how far he was. */
export function readinessOf(row: GradingRow, classDate: string) {
  if (row.resultId !== null) return { flags: row.requirementFlags ?? 0, progress: row.progress }
  const { minimumAttendance, minimumMonths, attendedSince, lastGrading, studiedSince } = row
  const next = minimumAttendance === null ? null : { minimumAttendance, minimumMonths: minimumMonths ?? 0 }
  // Who has not begun has no months behind him.
  const since = lastGrading ?? studiedSince ?? classDate
  return gradingReadiness({ attended: attendedSince, since, next }, classDate)
}

export type { GradingReadiness } from '../classes/index.ts'
