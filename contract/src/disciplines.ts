import * as z from 'zod/mini'
import { beltFields, beltLook, colour } from './belt.ts'
import { get, id, post, queryInt } from './endpoint.ts'
import { admin, club, discipline, grade, orNew, treeCategory, treeDiscipline } from './guards.ts'
import { written } from './written.ts'

const GradeBelt = z.object({ gradeId: id, gradeName: z.string(), ...beltLook })

const Discipline = z.object({
  disciplineId: id,
  version: z.int(),
  /** The club that has made it, and whose admins change it. */
  clubId: id,
  clubName: z.string(),
  name: z.string(),
  colour: z.string(),
  /** May the signed-in user change it? */
  canEdit: z.boolean(),
})

export const getDisciplines = get('/api/club/GetDisciplines/:clubId', {
  summary: 'The disciplines that a club can use: its own, and those of its tree; with their grades in order.',
  access: club('clubId'),
  output: z.array(
    z.extend(Discipline, {
      grades: z.array(GradeBelt),
      /** In this club: classes that teach it and have not ended, and members who study it. */
      classCount: z.int(),
      memberCount: z.int(),
    }),
  ),
})

export const getDiscipline = get('/api/club/GetDiscipline/:id', {
  summary: 'One discipline.',
  access: treeDiscipline('id'),
  output: Discipline,
})

const disciplineFields = {
  name: written(200).check(z.minLength(1, { error: 'Give it a name' })),
  colour,
}

/** What a person edits of a discipline. */
export const DisciplineFields = z.object(disciplineFields)

export const saveDiscipline = post('/api/club/SaveDiscipline/:clubId', {
  summary: 'Saves a discipline of a club; disciplineId 0: a new one.',
  access: [admin(club('clubId')), admin(orNew(discipline('disciplineId')))],
  input: { disciplineId: id, version: z.optional(z.int()), ...disciplineFields },
  output: z.object({ disciplineId: id, version: z.int() }),
})

export const deleteDiscipline = post('/api/club/DeleteDiscipline/:id', {
  summary: 'Deletes a discipline that no class teaches, nobody studies and nobody was graded in, with its grades.',
  access: admin(discipline('id')),
  output: z.object({ disciplineId: id }),
})

export const Grade = z.object({
  gradeId: id,
  version: z.int(),
  disciplineId: id,
  /** 1 is the first grade that is reached. */
  position: z.int(),
  gradeName: z.string(),
  ...beltLook,
  categoryId: z.nullable(id),
  categoryName: z.nullable(z.string()),
  /** In whole years, both included; null: no limit. */
  minAge: z.nullable(z.int()),
  maxAge: z.nullable(z.int()),
  minimumAttendance: z.int(),
  minimumMonths: z.int(),
})

export const getDisciplineGrades = get('/api/club/GetDisciplineGrades/:id', {
  summary: 'The grades of a discipline, in the order in which they are reached.',
  access: treeDiscipline('id'),
  output: z.array(Grade),
})

const least = { error: 'Should not be below 0' }

const age = (error: string) => z.nullable(z.int({ error }).check(z.gte(0, { error }), z.lte(150, { error })))

export const gradeFields = {
  gradeName: written(200).check(z.minLength(1, { error: 'Give it a name' })),
  ...beltFields,
  /** The members it is for; null: all. */
  categoryId: z.nullable(id),
  minAge: age('An age in whole years, or none'),
  maxAge: age('An age in whole years, or none'),
  /** Classes since the grading before, to reach this grade. Rounded to a whole number (specification, section 5). */
  minimumAttendance: z.pipe(
    z.number({ error: 'A number of classes' }).check(z.gte(0, least), z.lte(10_000, { error: 'At most 10,000' })),
    z.transform(classes => Math.round(classes)),
  ),
  /** Whole months since the grading before, to reach this grade. */
  minimumMonths: z
    .int({ error: 'A whole number of months' })
    .check(z.gte(0, least), z.lte(600, { error: 'At most 600' })),
}

export const GradeFields = z.object(gradeFields)

export const agesInOrder = ({ minAge, maxAge }: { minAge?: number | null; maxAge?: number | null }) =>
  typeof minAge !== 'number' || typeof maxAge !== 'number' || minAge <= maxAge
export const agesNotInOrder = 'Should not be below the youngest'

export const saveGrade = post('/api/club/SaveGrade/:disciplineId', {
  summary:
    'Saves a grade of a discipline; gradeId 0: a new one, after all others. Left out, beside what it takes to reach it: as ' +
    'it was, or a white belt that takes no months.',
  access: [admin(discipline('disciplineId')), admin(orNew(grade('gradeId'))), treeCategory('categoryId')],
  input: {
    gradeId: id,
    version: z.optional(z.int()),
    ...z.partial(GradeFields, {
      ...{ gradeName: true, colour: true, colourTwo: true, pattern: true, stripe: true, bars: true, barColour: true },
      ...{ minAge: true, maxAge: true, minimumMonths: true },
    }).shape,
  },
  output: z.object({ gradeId: id, version: z.int() }),
})

export const deleteGrade = post('/api/club/DeleteGrade/:id', {
  summary: 'Deletes a grade that nobody holds and nobody was graded to or from; those after it move up.',
  access: admin(grade('id')),
  output: z.object({ gradeId: id }),
})

export const moveGrade = post('/api/club/MoveGrade/:id', {
  summary: 'Moves a grade by a number of positions: 1 is one later, -1 one earlier; not beyond the first or last.',
  access: admin(grade('id')),
  inQuery: ['positions'],
  input: { positions: queryInt.check(z.gte(-1000), z.lte(1000)) },
  output: z.object({ gradeId: id, position: z.int() }),
})
