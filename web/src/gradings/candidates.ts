import type { Output } from '@honbu/contract/endpoint.ts'
import type { getGradingCandidates } from '@honbu/contract/gradings.ts'

export type GradingDayData = Output<typeof getGradingCandidates>
export type Candidate = GradingDayData['candidates'][number]
export type Discipline = GradingDayData['disciplines'][number]
export type LadderGrade = Discipline['grades'][number]

/** A member can be there with two disciplines: a row each. */
export const keyOf = ({ memberId, disciplineId }: Pick<Candidate, 'memberId' | 'disciplineId'>) =>
  `${memberId}-${disciplineId}`

export const fullName = ({ firstName, lastName }: Pick<Candidate, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

export const isReady = ({ gradingRequirementFlags }: Pick<Candidate, 'gradingRequirementFlags'>) =>
  gradingRequirementFlags === 3

/** The grade he came with: with a result, the one before it. */
export const gradeBefore = ({ result, currentGradeId }: Candidate) => (result ? result.fromGradeId : currentGradeId)

export type Grades = ReadonlyMap<number, LadderGrade>

export const gradesById = (disciplines: readonly Discipline[]): Grades =>
  new Map(disciplines.flatMap(({ grades }) => grades.map(grade => [grade.gradeId, grade])))

/** Those who came with the same grade. */
export interface Group {
  readonly key: string
  readonly discipline: Discipline
  /** Null: without a grade so far. */
  readonly grade: LadderGrade | null
  readonly rows: readonly Candidate[]
}

/** By discipline, then by the grade they came with, the lowest first; within a grade in the order that they came in. */
export function groupsOf({ disciplines, candidates }: Pick<GradingDayData, 'disciplines' | 'candidates'>): Group[] {
  return disciplines.flatMap(discipline => {
    const rows = candidates.filter(row => row.disciplineId === discipline.disciplineId)
    return [null, ...discipline.grades]
      .map(grade => ({
        key: `${discipline.disciplineId}-${grade?.gradeId ?? 0}`,
        discipline,
        grade,
        rows: rows.filter(row => gradeBefore(row) === (grade?.gradeId ?? null)),
      }))
      .filter(group => group.rows.length > 0)
  })
}

export const shows = ['all', 'open', 'ready', 'notReady'] as const
export type Show = (typeof shows)[number]

/** What of the list is looked at. */
export function chosen(rows: readonly Candidate[], { show, text }: { show: Show; text: string }) {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return rows.filter(row => {
    if (show === 'open' && row.result) return false
    if (show === 'ready' && !isReady(row)) return false
    if (show === 'notReady' && isReady(row)) return false
    const name = folded(`${fullName(row)} ${row.code}`)
    return words.every(word => name.includes(word))
  })
}

/** Without case and accents, as people type. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
