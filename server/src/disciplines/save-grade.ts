import { barColourOf } from '@honbu/contract/belt.ts'
import { agesInOrder, agesNotInOrder, type saveGrade as call } from '@honbu/contract/disciplines.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { GradeRow } from '@honbu/contract/grade-table.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { givenFields } from '../platform/given-fields.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { grades } from './get-grades.ts'
import { countChange, lockDiscipline } from './save-discipline.ts'

const messages = {
  grade_discipline_id_name_key: ['gradeName', 'This discipline has a grade of that name already.'],
  grade_category_id_root_club_id_fkey: ['categoryId', 'This category belongs to other clubs.'],
} as const

export async function saveGrade(
  { tx, audit }: Write,
  { disciplineId, gradeId, version, ...given }: Input<typeof call>,
) {
  const discipline = await lockDiscipline(tx, disciplineId)
  const before = gradeId === 0 ? null : await editedGrade(tx, { disciplineId, gradeId, version })
  const fields = { ...(before ?? whiteBelt), ...givenFields(given) }
  if (fields.gradeName === undefined) throw new Refused(400, nameless, { gradeName: [nameless] })
  if (!agesInOrder(fields)) throw new Refused(400, agesNotInOrder, { maxAge: [agesNotInOrder] })
  const values = columnsOf({ ...fields, gradeName: fields.gradeName })
  const saved = await refuseOn(messages, () =>
    before
      ? tx
          .updateTable('grade')
          .set({ ...values, version: before.version + 1 })
          .where('id', '=', gradeId)
          .returning(['id as gradeId', 'version'])
          .executeTakeFirstOrThrow()
      : tx
          .insertInto('grade')
          .values({
            ...values,
            discipline_id: disciplineId,
            root_club_id: discipline.rootClubId,
            position: sql<number>`(select coalesce(max(position), 0) + 1 from grade where discipline_id = ${disciplineId})`,
          })
          .returning(['id as gradeId', 'version'])
          .executeTakeFirstOrThrow(),
  )
  await countChange(tx, disciplineId)
  audit({ clubId: discipline.clubId, subject: 'grade', subjectId: saved.gradeId, before, after: { ...given } })
  return saved
}

const nameless = 'Give it a name'
const whiteBelt = {
  gradeName: undefined,
  pattern: 'halves' as const,
  bars: 0,
  minimumMonths: 0,
  ...{ colour: '#ffffff', colourTwo: null, stripe: null, barColour: null, minAge: null, maxAge: null },
}

type Fields = Omit<GradeRow, 'gradeId'>

/** A grade of the wire as a row. */
export const columnsOf = (fields: Fields) => ({
  name: fields.gradeName,
  colour: fields.colour,
  colour_two: fields.colourTwo,
  pattern: fields.pattern,
  stripe: fields.stripe,
  bars: fields.bars,
  bar_colour: barColourOf(fields),
  category_id: fields.categoryId,
  min_age: fields.minAge,
  max_age: fields.maxAge,
  minimum_attendance: fields.minimumAttendance,
  minimum_months: fields.minimumMonths,
})

interface Edited {
  readonly disciplineId: number
  readonly gradeId: number
  readonly version: number | undefined
}

async function editedGrade(tx: Write['tx'], { disciplineId, gradeId, version }: Edited) {
  const read = () => grades(tx).where('grade.id', '=', gradeId).executeTakeFirstOrThrow()
  const grade = await read()
  const message = `${grade.gradeName} belongs to another discipline.`
  if (grade.disciplineId !== disciplineId) throw new Refused(400, message, { gradeId: [message] })
  const versions = { subject: 'grade', subjectId: gradeId, is: grade.version, given: version }
  await checkVersion(tx, { ...versions, current: read })
  return grade
}
