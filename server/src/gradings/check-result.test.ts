import { reasonAsked } from '@honbu/contract/gradings.ts'
import { describe, expect, it } from 'vitest'
import { checkResult } from './check-result.ts'

const [white, yellow, green] = [1, 2, 3]
const grades = new Map([
  [white, 'White'],
  [yellow, 'Yellow'],
  [green, 'Green'],
])
const row = {
  firstName: 'Ann',
  lastName: 'Lee',
  currentGradeId: white,
  lastGrading: '2026-01-05',
  gradedLater: null,
  gradeIdsAbove: [yellow, green],
  resultId: null,
  passed: null,
  gradeId: null,
  reason: '',
  note: '',
  savedBy: '',
}
const result = { memberId: 7, disciplineId: 1, passed: true, gradeId: yellow, reason: '', note: '' }
const readiness = { flags: 3, progress: '10 of 10 classes, 3 of 3 months' }
const classDate = '2026-05-12'
interface Changes {
  row?: object
  result?: object
  readiness?: object
}
const check = (changes: Changes = {}) =>
  checkResult({
    row: { ...row, ...changes.row },
    result: { ...result, ...changes.result },
    readiness: { ...readiness, ...changes.readiness },
    classDate,
    grades,
  })

describe('reasonAsked', () => {
  it.each([
    ['ready, to the next grade', 3, yellow, true, null],
    ['not ready', 1, yellow, true, 'notReady'],
    ['not ready at all', 0, yellow, true, 'notReady'],
    ['two grades up', 3, green, true, 'skips'],
    ['two grades up, and not ready', 0, green, true, 'skips'],
    ['down', 3, white, true, 'offLadder'],
    ['not passed', 0, green, false, null],
  ])('%s', (_, gradingRequirementFlags, gradeId, passed, asked) => {
    expect(reasonAsked({ gradeIdsAbove: [yellow, green], gradingRequirementFlags }, { passed, gradeId })).toBe(asked)
  })
})

describe('checkResult', () => {
  it('lets a pass to the next grade through', () => {
    expect(check()).toBeNull()
  })

  it.each([
    [{ readiness: { flags: 2, progress: '3 of 10 classes, 3 of 3 months' } }, 'is not ready (3 of 10 classes'],
    [{ result: { gradeId: green } }, 'skips Yellow'],
    [{ row: { gradeIdsAbove: [] } }, 'goes to Yellow, which is not above'],
  ])('asks a reason %#', (changes: Changes, text) => {
    const problem = check(changes)
    expect(problem).toMatchObject({ status: 400, field: 'reason', message: expect.stringContaining(text) })
    expect(check({ ...changes, result: { ...changes.result, reason: 'Trained elsewhere' } })).toBeNull()
  })

  it.each([
    [{ result: { gradeId: 99 } }, 400, 'gradeId'],
    [{ result: { gradeId: white, reason: 'x' } }, 400, 'gradeId'],
    [{ row: { gradedLater: '2026-05-19' }, result: { reason: 'x' } }, 409, 'memberId'],
    [{ row: { lastGrading: '2026-05-13' }, result: { reason: 'x' } }, 409, 'memberId'],
    [{ row: { resultId: 5, passed: false, gradeId: yellow, savedBy: 'Jo Rossi' } }, 409, 'passed'],
    [{ row: { resultId: 5, passed: true, gradeId: yellow, note: 'Kata' } }, 409, 'passed'],
  ])('refuses %#', (changes, status, field) => {
    expect(check(changes)).toMatchObject({ status, field })
  })

  it('lets the same result through once more, whatever has become of the member', () => {
    const saved = { resultId: 5, passed: true, gradeId: yellow, currentGradeId: yellow, gradeIdsAbove: [green] }
    expect(check({ row: { ...saved, lastGrading: classDate } })).toBeNull()
  })
})
