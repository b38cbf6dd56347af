import { randomUUID } from 'node:crypto'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { saveGrades as call, GradeRow } from '@honbu/contract/grade-table.ts'
import { sql } from 'kysely'
import { changed } from '../platform/changed.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { grades } from './get-grades.ts'
import { setOrder } from './move-grade.ts'
import { countChange, lockDiscipline } from './save-discipline.ts'
import { columnsOf } from './save-grade.ts'
import { refuseHeld } from './uses.ts'

type Given = Input<typeof call>
type Stored = Awaited<ReturnType<typeof gradesOf>>[number]

/** Saves the whole table. Positions follow the order of the rows. */
export async function saveGrades(write: Write, { id, version, grades: rows, deletedIds }: Given) {
  const { tx, audit } = write
  const discipline = await lockDiscipline(tx, id)
  const { clubId, rootClubId } = discipline
  const stored = await gradesOf(tx, id)
  await refuseStale(tx, { id, given: version, is: discipline.gradesVersion, stored, deletedIds })
  refuseUnknown(stored, rows, deletedIds)
  await refuseForeignCategories(tx, rootClubId, rows)

  const deleted = stored.filter(({ gradeId }) => deletedIds.includes(gradeId))
  for (const grade of deleted) await refuseHeld(write, grade, 'deletedIds')
  if (deleted.length > 0) await tx.deleteFrom('grade').where('id', 'in', deletedIds).execute()

  const before = new Map(stored.map(grade => [grade.gradeId, grade]))
  const edited = rows.filter(row => row.gradeId !== 0 && isEdited(before.get(row.gradeId), row))
  await update(tx, edited, before)
  const addedIds = await insert(tx, { id, rootClubId, rows: rows.filter(({ gradeId }) => gradeId === 0) })
  const next = addedIds.values()
  const ids = rows.map(({ gradeId }) => gradeId || (next.next().value ?? 0))
  await setOrder(tx, ids)

  for (const grade of deleted) audit({ clubId, subject: 'grade', subjectId: grade.gradeId, before: grade, after: null })
  const moved = movedIds(stored, ids)
  for (const [index, row] of rows.entries()) {
    const subjectId = ids[index] ?? 0
    const was = before.get(row.gradeId)
    const { gradeId: _, ...fields } = row
    const after = { ...fields, position: index + 1 }
    const { gradeName } = row
    if (!was) audit({ clubId, subject: 'grade', subjectId, before: null, after })
    else if (edited.includes(row) || moved.has(row.gradeId)) {
      const differs = changed(was, after)
      audit({
        clubId,
        subject: 'grade',
        subjectId,
        before: { gradeName, ...differs.before },
        after: { gradeName, ...differs.after },
      })
    }
  }
  const { name } = discipline
  audit({
    clubId,
    subject: 'discipline',
    subjectId: id,
    before: { name, grades: stored.length },
    after: { name, grades: ids.length },
  })
  return { disciplineId: id, version: await countChange(tx, id) }
}

const gradesOf = (tx: Write['tx'], id: number) => grades(tx).where('grade.discipline_id', '=', id).execute()

interface Stale {
  readonly id: number
  readonly given: number | undefined
  readonly is: number
  readonly stored: readonly Stored[]
  readonly deletedIds: readonly number[]
}

/** Every change of the list leaves an entry about a grade, and the last of them says who. */
async function refuseStale(tx: Write['tx'], { id, given, is, stored, deletedIds }: Stale) {
  if (given === undefined || given === is) return
  const ids = [0, ...stored.map(({ gradeId }) => gradeId), ...deletedIds]
  const last = await tx
    .selectFrom('audit')
    .select('subject_id')
    .where('subject', '=', 'grade')
    .where('subject_id', 'in', ids)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const current = async () => ({ disciplineId: id, version: is, grades: stored })
  await checkVersion(tx, { subject: 'grade', subjectId: last?.subject_id ?? 0, is, given, current })
}

function refuseUnknown(stored: readonly Stored[], rows: readonly GradeRow[], deletedIds: readonly number[]) {
  const ids = rows.flatMap(({ gradeId }) => (gradeId === 0 ? [] : [gradeId]))
  const known = new Set(stored.map(({ gradeId }) => gradeId))
  const foreign = rows.findIndex(({ gradeId }) => gradeId !== 0 && !known.has(gradeId))
  if (foreign >= 0) refuse(`grades.${foreign}.gradeId`, 'This grade belongs to another discipline.')
  const twice = rows.findIndex(
    ({ gradeId }, index) => gradeId !== 0 && ids.indexOf(gradeId) !== ids.lastIndexOf(gradeId) && index > 0,
  )
  if (twice >= 0) refuse(`grades.${twice}.gradeId`, 'This grade is in the table twice.')
  if (deletedIds.some(gradeId => !known.has(gradeId)))
    refuse('deletedIds', 'One of these belongs to another discipline.')
  const both = stored.find(({ gradeId }) => deletedIds.includes(gradeId) && ids.includes(gradeId))
  if (both) refuse('deletedIds', `${both.gradeName} can’t be saved and deleted at once.`)
  const missing = stored.find(({ gradeId }) => !deletedIds.includes(gradeId) && !ids.includes(gradeId))
  if (missing) refuse('grades', `${missing.gradeName} is missing. Send it, or delete it.`)
}

function refuse(field: string, message: string): never {
  throw new Refused(400, message, { [field]: [message] })
}

async function refuseForeignCategories(tx: Write['tx'], rootClubId: number, rows: readonly GradeRow[]) {
  const wanted = rows.flatMap(({ categoryId }) => (categoryId === null ? [] : [categoryId]))
  if (wanted.length === 0) return
  const found = await tx
    .selectFrom('member_category')
    .select('id')
    .where('root_club_id', '=', rootClubId)
    .where('id', 'in', wanted)
    .execute()
  const ours = new Set(found.map(({ id }) => id))
  const foreign = rows.findIndex(({ categoryId }) => categoryId !== null && !ours.has(categoryId))
  if (foreign >= 0) refuse(`grades.${foreign}.categoryId`, 'This category belongs to other clubs.')
}

const isEdited = (was: Stored | undefined, row: GradeRow) =>
  was !== undefined && Object.keys(changed(columnsOf(was), columnsOf(row)).after).length > 0

async function update(tx: Write['tx'], rows: readonly GradeRow[], before: ReadonlyMap<number, Stored>) {
  if (rows.length === 0) return
  // Two grades may exchange their names, which the unique constraint checks row by row.
  const renamed = rows.filter(({ gradeId, gradeName }) => before.get(gradeId)?.gradeName !== gradeName)
  if (renamed.length > 0)
    await sql`update grade set name = ${randomUUID()}::text || id
      where id = any(${renamed.map(({ gradeId }) => gradeId)}::bigint[])`.execute(tx)
  const given = rows.map(row => ({ id: row.gradeId, ...columnsOf(row) }))
  await sql`
    update grade set version = grade.version + 1, name = given.name, colour = given.colour, colour_two = given.colour_two,
      pattern = given.pattern, stripe = given.stripe, bars = given.bars, bar_colour = given.bar_colour,
      category_id = given.category_id, min_age = given.min_age, max_age = given.max_age,
      minimum_attendance = given.minimum_attendance, minimum_months = given.minimum_months
    from json_populate_recordset(null::grade, ${JSON.stringify(given)}) given where grade.id = given.id`.execute(tx)
}

interface Added {
  readonly id: number
  readonly rootClubId: number
  readonly rows: readonly Omit<GradeRow, 'gradeId'>[]
}

/** After all others, and in their order. */
export async function insert(tx: Write['tx'], { id, rootClubId, rows }: Added): Promise<number[]> {
  if (rows.length === 0) return []
  const inserted = await tx
    .insertInto('grade')
    .values(
      rows.map((row, index) => ({
        ...columnsOf(row),
        discipline_id: id,
        root_club_id: rootClubId,
        position: sql<number>`(select coalesce(max(position), 0) + 1 + ${index}::int from grade where discipline_id = ${id})`,
      })),
    )
    .returning(['id', 'position'])
    .execute()
  return inserted.toSorted((one, other) => one.position - other.position).map(grade => grade.id)
}

/** Those that are in another place among the grades that stay. */
function movedIds(stored: readonly Stored[], ids: readonly number[]): ReadonlySet<number> {
  const kept = stored.map(({ gradeId }) => gradeId).filter(id => ids.includes(id))
  const ordered = ids.filter(id => kept.includes(id))
  return new Set(kept.filter((id, index) => ordered[index] !== id))
}
