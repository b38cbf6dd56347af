import * as z from 'zod/mini'
import { beltLook } from './belt.ts'
import { agesInOrder, agesNotInOrder, DisciplineFields, Grade, gradeFields } from './disciplines.ts'
import { get, id, post } from './endpoint.ts'
import { admin, club, discipline, grade, orNew, treeCategory, treeDiscipline } from './guards.ts'

export const getGradeTable = get('/api/club/GetGradeTable/:id', {
  summary: 'The grades of a discipline in order, with the version under which SaveGrades takes them back.',
  access: treeDiscipline('id'),
  output: z.object({ disciplineId: id, version: z.int(), grades: z.array(Grade) }),
})

/** One row of the table. */
export const GradeRow = z
  .object({ gradeId: id, ...gradeFields })
  .check(z.refine(agesInOrder, { path: ['maxAge'], error: agesNotInOrder }))
export type GradeRow = z.infer<typeof GradeRow>

export const mostGrades = 100

/** The table as a whole. Every grade of the discipline is among the rows or deleted. */
export const GradeTable = z.object({
  grades: z
    .array(GradeRow)
    .check(z.maxLength(mostGrades, { error: `At most ${mostGrades} grades` }))
    .check(context => {
      const first = new Map<string, number>()
      for (const [index, { gradeName }] of context.value.entries()) {
        const other = first.get(gradeName)
        if (other === undefined) first.set(gradeName, index)
        else
          context.issues.push({
            code: 'custom',
            input: context.value,
            path: [index, 'gradeName'],
            message: `Row ${other + 1} has this name too`,
          })
      }
    }),
  deletedIds: z.array(id),
})

export const saveGrades = post('/api/club/SaveGrades/:id', {
  summary:
    'Saves all grades of a discipline at once, in the order given; gradeId 0: a new one. Deletes those of `deletedIds`. ' +
    'Does all of it or nothing.',
  access: [
    admin(discipline('id')),
    admin(orNew(grade('grades.gradeId'))),
    admin(grade('deletedIds')),
    treeCategory('grades.categoryId'),
  ],
  input: { version: z.optional(z.int()), ...GradeTable.shape },
  output: z.object({ disciplineId: id, version: z.int() }),
})

const LadderGrade = z.object({
  gradeName: z.string(),
  ...beltLook,
  minAge: z.nullable(z.int()),
  maxAge: z.nullable(z.int()),
  minimumAttendance: z.int(),
  minimumMonths: z.int(),
})

/** A ready-made ladder of grades. */
const Ladder = z.object({
  ladderId: z.string(),
  /** The name a discipline made from it gets. */
  name: z.string(),
  /** Which ladder of that discipline it is. */
  variant: z.string(),
  colour: z.string(),
  /** The published syllabus or rules that it follows. */
  source: z.object({ title: z.string(), url: z.string() }),
  /** What to know before using it. */
  note: z.string(),
  grades: z.array(LadderGrade),
})

export const getLadders = get('/api/club/GetLadders', {
  summary: 'The ready-made ladders of grades, each with its source.',
  access: 'signedIn',
  output: z.array(Ladder),
})

export const getDisciplinesToCopy = get('/api/club/GetDisciplinesToCopy/:clubId', {
  summary:
    'The disciplines that a new one of this club may be copied from: of all clubs the user works in, in any tree, and of ' +
    'those above them.',
  access: admin(club('clubId')),
  output: z.array(
    z.object({
      disciplineId: id,
      name: z.string(),
      colour: z.string(),
      clubName: z.string(),
      isOwn: z.boolean(),
      gradeCount: z.int(),
    }),
  ),
})

/** A new discipline: what it starts from, and what a person edits of it. */
export const NewDiscipline = z.object({
  ...DisciplineFields.shape,
  /** The `ladderId` of a ready-made ladder; null: none. */
  ladder: z.nullable(z.string()),
  /** Another discipline; null: none. */
  copiedId: z.nullable(id),
})

export const createDisciplineFrom = post('/api/club/CreateDisciplineFrom/:clubId', {
  summary:
    'Makes a discipline with the grades of a ready-made ladder or of another discipline, or with none. Categories of other ' +
    'trees of clubs become ages.',
  access: [admin(club('clubId')), treeDiscipline('copiedId')],
  input: NewDiscipline.shape,
  output: z.object({ disciplineId: id, gradeCount: z.int() }),
})
