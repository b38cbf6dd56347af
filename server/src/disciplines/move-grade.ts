import type { moveGrade as call } from '@honbu/contract/disciplines.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { countChange, lockDiscipline } from './save-discipline.ts'

/** Two that move at the same time go one after the other, so that positions stay 1, 2, 3 without a gap. */
export async function moveGrade({ tx, audit }: Write, { id, positions }: Input<typeof call>) {
  const { discipline_id: disciplineId } = await tx
    .selectFrom('grade')
    .select('discipline_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { clubId } = await lockDiscipline(tx, disciplineId)
  const ordered = await gradeIds(tx, disciplineId)
  const from = ordered.indexOf(id)
  const to = Math.min(Math.max(from + positions, 0), ordered.length - 1)
  ordered.splice(from, 1)
  ordered.splice(to, 0, id)
  await setOrder(tx, ordered)
  const [before, after] = [{ position: from + 1 }, { position: to + 1 }]
  await countChange(tx, disciplineId)
  audit({ clubId, subject: 'grade', subjectId: id, before, after })
  return { gradeId: id, ...after }
}

export async function gradeIds(tx: Write['tx'], disciplineId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('grade')
    .select('id')
    .where('discipline_id', '=', disciplineId)
    .orderBy('position')
    .execute()
  return rows.map(row => row.id)
}

/** Gives grades the positions 1, 2, 3 in this order; the constraint looks at the end of the transaction. */
export async function setOrder(tx: Write['tx'], ids: readonly number[]) {
  await sql`
    update grade set position = ordered.position
    from unnest(${[...ids]}::bigint[]) with ordinality as ordered (id, position)
    where grade.id = ordered.id and grade.position <> ordered.position`.execute(tx)
}
