import type { deleteDiscipline as call } from '@honbu/contract/disciplines.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { lockDiscipline } from './save-discipline.ts'
import { personOfMember, refuseUsed } from './uses.ts'

export async function deleteDiscipline(write: Write, { id }: Input<typeof call>) {
  const { tx, audit } = write
  const { clubId, name } = await lockDiscipline(tx, id)
  await refuseUsed(write, name, [
    sql`select 'class' as what, class_name as name, array[club_id] as "clubIds" from class
      where primary_discipline_id = ${id}
        or exists (select from class_discipline where class_id = class.id and discipline_id = ${id})`,
    sql`select 'member', ${personOfMember} from member_discipline
      join member on member.id = member_discipline.member_id join person on person.id = member.person_id
      where discipline_id = ${id}`,
    sql`select 'grading result', ${personOfMember} from grading_result
      join member on member.id = grading_result.member_id join person on person.id = member.person_id
      where discipline_id = ${id}`,
  ])
  await tx.deleteFrom('grade').where('discipline_id', '=', id).execute()
  await tx.deleteFrom('discipline').where('id', '=', id).execute()
  audit({ clubId, subject: 'discipline', subjectId: id, before: { name } })
  return { disciplineId: id }
}
