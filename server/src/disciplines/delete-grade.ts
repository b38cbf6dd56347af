import type { deleteGrade as call } from '@honbu/contract/disciplines.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { grades } from './get-grades.ts'
import { gradeIds, setOrder } from './move-grade.ts'
import { lockDiscipline } from './save-discipline.ts'
import { personName, refuseUsed } from './uses.ts'

export async function deleteGrade({ tx, audit }: Write, { id }: Input<typeof call>) {
  const before = await grades(tx).where('grade.id', '=', id).executeTakeFirstOrThrow()
  const { clubId } = await lockDiscipline(tx, before.disciplineId)
  await refuseUsed(tx, before.gradeName, [
    sql`select 'member' as what, ${personName} as name from member_discipline
      join member on member.id = member_discipline.member_id join person on person.id = member.person_id
      where current_grade_id = ${id}`,
    sql`select 'grading result', ${personName} from grading_result
      join member on member.id = grading_result.member_id join person on person.id = member.person_id
      where grade_id = ${id} or from_grade_id = ${id}`,
  ])
  await tx.deleteFrom('grade').where('id', '=', id).execute()
  await setOrder(tx, await gradeIds(tx, before.disciplineId))
  audit({ clubId, subject: 'grade', subjectId: id, before })
  return { gradeId: id }
}
