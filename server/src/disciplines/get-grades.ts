import type { getMemberCategories as categories, getDisciplineGrades as getAll } from '@honbu/contract/disciplines.ts'
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

export const getMemberCategories = ({ db }: Read, { clubId }: Input<typeof categories>) =>
  db
    .selectFrom('member_category')
    .innerJoin('club', 'club.root_club_id', 'member_category.root_club_id')
    .select(['member_category.id as categoryId', 'member_category.name as categoryName'])
    .select(['member_category.club_id as clubId', 'min_age as minAge', 'max_age as maxAge'])
    .where('club.id', '=', clubId)
    .orderBy('min_age', order => order.asc().nullsFirst())
    .orderBy('member_category.name')
    .orderBy('member_category.id')
    .execute()
