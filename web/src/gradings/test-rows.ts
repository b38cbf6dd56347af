import type { Candidate, Discipline } from './candidates.ts'

const [white, yellow, orange, green] = [1, 2, 3, 4] as const
export const gradeIds = { white, yellow, orange, green }

const grade = (gradeId: number, gradeName: string, colour: string, stripe: string | null = null) => ({
  gradeId,
  belt: { gradeName, colour, colourTwo: null, pattern: 'halves' as const, stripe, bars: 0, barColour: null },
  categoryName: null,
})

export const karate: Discipline = {
  disciplineId: 1,
  name: 'Karate',
  grades: [
    grade(white, 'White', '#ffffff'),
    grade(yellow, 'Yellow', '#f2c230'),
    grade(orange, 'Orange', '#e67e22'),
    grade(green, 'Green', '#2e8b57'),
  ],
}

/** A white belt who is ready for yellow. */
export const candidate = (changes: Partial<Candidate> = {}): Candidate => ({
  memberId: 1,
  disciplineId: 1,
  firstName: 'Ann',
  lastName: 'Lee',
  code: '1042',
  photoUrl: null,
  memberStatusId: 21,
  isCandidate: true,
  isEntered: true,
  attended: null,
  beltSize: '3',
  studies: true,
  currentGradeId: white,
  lastGrading: '2026-01-05',
  gradeIdsAbove: [yellow, orange, green],
  gradingRequirementFlags: 3,
  gradingProgress: '10 of 10 classes, 4 of 3 months',
  outstandingFees: 0,
  debtInfo: '',
  feeToCharge: 0,
  feeStanding: 'none',
  result: null,
  ...changes,
})

export const result = (changes: Partial<NonNullable<Candidate['result']>> = {}) => ({
  id: 9,
  passed: true,
  fromGradeId: white,
  gradeId: yellow,
  reason: '',
  note: '',
  by: 'Jo Rossi',
  at: '2026-05-12T17:30:00.000Z',
  canTakeBack: true,
  ...changes,
})
