import type * as form from '@honbu/contract/class-form.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { type ClassRow, lockClass, nextVersion } from './lock-class.ts'

export async function getClassDisciplines({ db }: Read, { id, clubId }: Input<typeof form.getClassDisciplines>) {
  if (id === 0) return []
  const klass = await db
    .selectFrom('class')
    .select(['club_id', 'primary_discipline_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (klass.club_id !== clubId) {
    const message = 'This class belongs to another club.'
    throw new Refused(400, message, { clubId: [message] })
  }
  const found = await db
    .selectFrom('discipline')
    .leftJoin('class_discipline', join =>
      join.onRef('class_discipline.discipline_id', '=', 'discipline.id').on('class_discipline.class_id', '=', id),
    )
    .select(['discipline.id as disciplineId', 'discipline.name as disciplineName', 'discipline.colour'])
    .where(({ eb, or }) =>
      or([eb('class_discipline.class_id', 'is not', null), eb('discipline.id', '=', klass.primary_discipline_id ?? 0)]),
    )
    .orderBy('discipline.name')
    .orderBy('discipline.id')
    .execute()
  return found
    .map(discipline => ({ ...discipline, isPrimary: discipline.disciplineId === klass.primary_discipline_id }))
    .sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
}

export async function saveClassDisciplines(context: Write, given: Input<typeof form.saveClassDisciplines>) {
  const was = await lockClass(context, given.id, given.version)
  const before = await disciplineIdsOf(context.tx, was.id)
  await setDisciplines(context.tx, was, given)
  const is = await nextVersion(context, was)
  context.audit({
    clubId: is.club_id,
    subject: 'class',
    subjectId: is.id,
    before: { primaryDisciplineId: was.primary_discipline_id, disciplineIds: before },
    after: { primaryDisciplineId: is.primary_discipline_id, disciplineIds: await disciplineIdsOf(context.tx, is.id) },
  })
  return { classId: is.id, version: is.version }
}

interface Chosen {
  readonly primaryDisciplineId: number | null
  /** Left out: those it had. */
  readonly disciplineIds?: readonly number[] | undefined
}

/** The primary one is always among them; without one it is the first of them. */
export async function setDisciplines(tx: Write['tx'], { id, root_club_id }: ClassRow, chosen: Chosen) {
  const list = chosen.disciplineIds ?? (await disciplineIdsOf(tx, id))
  const primary = chosen.primaryDisciplineId ?? list[0] ?? null
  const ids = [...new Set(primary === null ? list : [primary, ...list])]
  await refuseOn(otherTree, async () => {
    await tx.deleteFrom('class_discipline').where('class_id', '=', id).execute()
    if (ids.length > 0)
      await tx
        .insertInto('class_discipline')
        .values(ids.map(discipline_id => ({ class_id: id, root_club_id, discipline_id })))
        .execute()
    await sql`
      update class set primary_discipline_id = ${primary}, min_grade_id = ${gradeOf(primary, sql`min_grade_id`)},
        max_grade_id = ${gradeOf(primary, sql`max_grade_id`)}
      where id = ${id}`.execute(tx)
  })
}

/** A range of grades goes with its discipline: null for a grade of another one. */
const gradeOf = (primary: number | null, column: RawBuilder<unknown>) => sql`(
  select grade.id from grade where grade.id = ${column} and grade.discipline_id = ${primary})`

const message = 'This discipline belongs to other clubs.'
const otherTree = {
  class_discipline_discipline_id_root_club_id_fkey: ['disciplineIds', message],
  class_primary_discipline_id_root_club_id_fkey: ['primaryDisciplineId', message],
} as const

async function disciplineIdsOf(tx: Write['tx'], classId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('class_discipline')
    .select('discipline_id')
    .where('class_id', '=', classId)
    .orderBy('discipline_id')
    .execute()
  return rows.map(row => row.discipline_id)
}
