import type { Pattern } from '@honbu/contract/belt.ts'
import type { getDisciplineGrades as getAll } from '@honbu/contract/disciplines.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { getGradeTable as getTable } from '@honbu/contract/grade-table.ts'
import { type Kysely, sql } from 'kysely'
import type { Read } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'

export const getDisciplineGrades = ({ db }: Read, { id }: Input<typeof getAll>) =>
  grades(db).where('grade.discipline_id', '=', id).execute()

export async function getGradeTable({ db }: Read, { id }: Input<typeof getTable>) {
  // Read first: an older version with newer grades is refused when it's saved, and nothing is lost.
  const { version } = await db
    .selectFrom('discipline')
    .select('grades_version as version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { disciplineId: id, version, grades: await grades(db).where('grade.discipline_id', '=', id).execute() }
}

/** In the order in which they are reached. */
export const grades = (db: Kysely<Tables>) =>
  db
    .selectFrom('grade')
    .leftJoin('member_category', 'member_category.id', 'grade.category_id')
    .select(['grade.id as gradeId', 'grade.version', 'grade.discipline_id as disciplineId', 'grade.position'])
    .select(['grade.name as gradeName', 'grade.colour', 'grade.colour_two as colourTwo', 'grade.stripe'])
    .select(sql<Pattern>`grade.pattern`.as('pattern'))
    .select(['grade.bars', 'grade.bar_colour as barColour', 'grade.min_age as minAge', 'grade.max_age as maxAge'])
    .select(['grade.category_id as categoryId', 'member_category.name as categoryName'])
    .select(['grade.minimum_attendance as minimumAttendance', 'grade.minimum_months as minimumMonths'])
    .orderBy('grade.position')
