import type { deleteGrade as call } from '@honbu/contract/disciplines.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { Write } from '../platform/route.ts'
import { grades } from './get-grades.ts'
import { gradeIds, setOrder } from './move-grade.ts'
import { countChange, lockDiscipline } from './save-discipline.ts'
import { refuseHeld } from './uses.ts'

export async function deleteGrade(write: Write, { id }: Input<typeof call>) {
  const { tx, audit } = write
  const before = await grades(tx).where('grade.id', '=', id).executeTakeFirstOrThrow()
  const { clubId } = await lockDiscipline(tx, before.disciplineId)
  await refuseHeld(write, before, 'id')
  await tx.deleteFrom('grade').where('id', '=', id).execute()
  await setOrder(tx, await gradeIds(tx, before.disciplineId))
  await countChange(tx, before.disciplineId)
  audit({ clubId, subject: 'grade', subjectId: id, before })
  return { gradeId: id }
}
