import type { getDisciplineGrades as getAll } from '@honbu/contract/disciplines.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { Kysely } from 'kysely'
import type { Read } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'

export const getDisciplineGrades = ({ db }: Read, { id }: Input<typeof getAll>) =>
  grades(db).where('grade.discipline_id', '=', id).execute()

/** In the order in which they are reached. */
export const grades = (db: Kysely<Tables>) =>
  db
    .selectFrom('grade')
    .leftJoin('member_category', 'member_category.id', 'grade.category_id')
    .select(['grade.id as gradeId', 'grade.version', 'grade.discipline_id as disciplineId', 'grade.position'])
    .select(['grade.name as gradeName', 'grade.colour', 'grade.colour_two as colourTwo', 'grade.stripe'])
    .select(['grade.category_id as categoryId', 'member_category.name as categoryName'])
    .select(['grade.minimum_attendance as minimumAttendance', 'grade.minimum_months as minimumMonths'])
    .orderBy('grade.position')
