import * as z from 'zod/mini'
import { Belt } from './belt.ts'
import { date } from './calendar.ts'
import { get, id, idText, post, queryBoolean } from './endpoint.ts'
import { gradingResult, klass, member, treeDiscipline, treeGrade } from './guards.ts'
import { photoAddress } from './photo-address.ts'

/** A grade of a discipline, as it can be chosen. */
export const LadderGrade = z.object({
  gradeId: id,
  belt: Belt,
  /** The age band the grade is for; null: for everyone. */
  categoryName: z.nullable(z.string()),
})

/** What came of a member's grading in one discipline. */
export const GradingResult = z.object({
  id,
  passed: z.boolean(),
  fromGradeId: z.nullable(id),
  /** The grade that was reached, or not. */
  gradeId: id,
  /** Why someone was graded who was not ready or skipped a grade; empty otherwise. */
  reason: z.string(),
  note: z.string(),
  /** Full name of who saved it; empty when nobody is known. */
  by: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** False when a later result of that discipline stands on this one. */
  canTakeBack: z.boolean(),
})

/** A member who may be graded in a discipline at one grading. */
export const GradingCandidate = z.object({
  memberId: id,
  disciplineId: id,
  firstName: z.string(),
  lastName: z.string(),
  code: z.string(),
  photoUrl: z.nullable(photoAddress),
  memberStatusId: z.int(),
  /** Marked as a candidate for grading in the club. */
  isCandidate: z.boolean(),
  /** Enrolled in this grading, booked for it, or marked at it. */
  isEntered: z.boolean(),
  /** The mark in the register; null: none. */
  attended: z.nullable(z.boolean()),
  beltSize: z.string(),
  /** False: is entered, and has not studied the discipline so far. */
  studies: z.boolean(),
  currentGradeId: z.nullable(id),
  lastGrading: z.nullable(date),
  /** The grades above the present one within the member's age band, lowest first: the next grade is the first. */
  gradeIdsAbove: z.array(id),
  /** 1 needs attendance, 2 needs experience, 3 ready, else not ready: on the day of the grading. */
  gradingRequirementFlags: z.int(),
  /** Why: "18 of 24 classes, 2 of 3 months"; empty when there is no next grade. With a result, as it was then. */
  gradingProgress: z.string(),
  /** Pounds overdue to this club, and in words: "£35.00 overdue, 12 days"; empty when nothing is. */
  outstandingFees: z.number(),
  debtInfo: z.string(),
  /** Pounds that saving a result charges, and whether this grading was charged or paid before. */
  feeToCharge: z.number(),
  feeStanding: z.enum(['none', 'charged', 'paid']),
  result: z.nullable(GradingResult),
})

export const getGradingCandidates = get('/api/club/GetGradingCandidates/:classId', {
  summary: 'Who may be graded at a grading on a date: candidates of the club and who is entered, a row a discipline.',
  access: klass('classId'),
  isKept: true,
  input: { classDate: date },
  output: z.object({
    classId: id,
    classDate: date,
    clubId: id,
    /** Pounds that the grading costs. */
    fee: z.number(),
    /** False before the day of the grading: results cannot be saved yet. */
    canSave: z.boolean(),
    /** What is graded there, the class's primary discipline first, grades from the first to the last. */
    disciplines: z.array(z.object({ disciplineId: id, name: z.string(), grades: z.array(LadderGrade) })),
    candidates: z.array(GradingCandidate),
  }),
})

export const setGradingCandidate = post('/api/member/SetGradingCandidate/:id', {
  summary:
    'Marks a member as a candidate for grading, or not: in the club of a grading, whose list he then joins or leaves, or in every club of the caller.',
  access: [member('id'), klass('classId')],
  inQuery: ['isCandidate'],
  input: { isCandidate: queryBoolean, classId: z.optional(z.nullable(id)), classDate: z.optional(z.nullable(date)) },
  output: z.object({ memberId: id, isCandidate: z.boolean() }),
})

export const getReadyCandidates = get('/api/club/GetReadyCandidates/:classId', {
  summary:
    'Members of the club who are ready for their next grade in what a grading is for, and are no candidates yet.',
  access: klass('classId'),
  input: { classDate: date },
  output: z.object({ memberIds: z.array(id) }),
})

export const addReadyCandidates = post('/api/club/AddReadyCandidates/:classId', {
  summary: 'Marks all of them as candidates and enters them for the grading.',
  access: klass('classId'),
  input: { classDate: date },
  output: z.object({ memberIds: z.array(id) }),
})

const words = z._default(z.string(), '').check(z.trim(), z.maxLength(500))

const resultInput = {
  disciplineId: id,
  passed: z.boolean(),
  /** The grade that was reached, or not. */
  gradeId: id,
  reason: words,
  note: words,
}

export const saveGradingResult = post('/api/member/SaveGradingResult/:memberId', {
  summary:
    'Saves the result of one member at a grading. The same result again answers the same, another one is refused.',
  access: [member('memberId'), klass('classId'), treeDiscipline('disciplineId'), treeGrade('gradeId')],
  input: { classId: id, classDate: date, ...resultInput },
  output: z.object({ id, memberId: id }),
})

export const saveGradingResults = post('/api/club/SaveGradingResults/:classId', {
  summary: 'Saves the results of a grading, all of them or none. What is wrong is told as results.0.reason and so on.',
  access: [
    klass('classId'),
    member('results.memberId'),
    treeDiscipline('results.disciplineId'),
    treeGrade('results.gradeId'),
  ],
  input: {
    classDate: date,
    results: z.array(z.object({ memberId: id, ...resultInput })).check(z.minLength(1), z.maxLength(500)),
  },
  output: z.object({
    classId: id,
    classDate: date,
    results: z.array(z.object({ id, memberId: id, disciplineId: id })),
  }),
})

export const deleteGradingResult = post('/api/member/DeleteGradingResult/:id', {
  summary: 'Takes a result back: grade, last grading, candidate mark and register are again as they were before it.',
  access: gradingResult('id'),
  output: z.object({ id, memberId: id }),
})

/** One grading in a member's history. */
export const GradingHistoryEntry = z.extend(GradingResult, {
  disciplineId: id,
  disciplineName: z.string(),
  gradedOn: date,
  from: z.nullable(Belt),
  to: Belt,
  clubName: z.string(),
  classId: z.nullable(id),
  className: z.string(),
  /** How far he was on that day: "18 of 24 classes, 2 of 3 months"; empty where it was not kept. */
  progress: z.string(),
})

export const getGradingHistory = get('/api/member/GetGradingHistory/:id', {
  summary: "A member's gradings in the caller's clubs, the latest first.",
  access: member('id'),
  output: z.array(GradingHistoryEntry),
})

export const saveBeltSize = post('/api/member/SaveBeltSize/:id', {
  summary: 'The size of belt a member wears, as it is written on orders; empty when it is not known.',
  access: member('id'),
  input: {
    beltSize: z.string().check(z.trim(), z.maxLength(20, 'At most 20 letters.')),
  },
  output: z.object({ memberId: id, beltSize: z.string() }),
})

export const getGradingCertificates = get('/api/club/GetGradingCertificates/:classId', {
  summary: 'Certificates for those who passed at a grading, or for one of them, a page each: a PDF as base64.',
  access: [klass('classId'), member('memberId')],
  input: { classDate: date, memberId: z.optional(idText) },
  output: z.object({
    fileName: z.string(),
    contentType: z.literal('application/pdf'),
    base64: z.string(),
    /** Names and words with characters that no font has. Each such character is printed as a question mark. */
    notPrintable: z.array(z.string()),
  }),
})

/** Where a member stands in a discipline, as far as it decides what a result needs. */
export interface Standing {
  readonly gradeIdsAbove: readonly number[]
  readonly gradingRequirementFlags: number
}

/**
 * Why a result needs a reason, null when it needs none: a pass of someone who is not ready, of one who skips a grade, or
 * to a grade that is not above the present one on his ladder. Who does not pass keeps his grade, and needs none.
 */
export function reasonAsked(
  { gradeIdsAbove, gradingRequirementFlags }: Standing,
  { passed, gradeId }: { readonly passed: boolean; readonly gradeId: number },
): 'notReady' | 'skips' | 'offLadder' | null {
  if (!passed) return null
  if (!gradeIdsAbove.includes(gradeId)) return 'offLadder'
  if (gradeId !== gradeIdsAbove[0]) return 'skips'
  return gradingRequirementFlags === 3 ? null : 'notReady'
}
