import type { saveDiscipline as call } from '@honbu/contract/disciplines.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { readDiscipline } from './get-disciplines.ts'

export const nameTaken = {
  discipline_club_id_name_key: ['name', 'This club has a discipline of that name already.'],
} as const

export async function saveDiscipline(write: Write, { clubId, disciplineId, version, ...fields }: Input<typeof call>) {
  const { tx, audit } = write
  const before = disciplineId === 0 ? null : await lockEdited(write, { clubId, disciplineId, version })
  const saved = await refuseOn(nameTaken, () =>
    before
      ? tx
          .updateTable('discipline')
          .set({ ...fields, version: before.version + 1 })
          .where('id', '=', disciplineId)
          .returning(['id as disciplineId', 'version'])
          .executeTakeFirstOrThrow()
      : insertDiscipline(tx, clubId, fields),
  )
  audit({ clubId, subject: 'discipline', subjectId: saved.disciplineId, before, after: fields })
  return saved
}

export const insertDiscipline = (tx: Write['tx'], clubId: number, fields: { name: string; colour: string }) =>
  tx
    .insertInto('discipline')
    .columns(['club_id', 'root_club_id', 'name', 'colour'])
    .expression(eb =>
      eb
        .selectFrom('club')
        .select(['id', 'root_club_id', eb.val(fields.name).as('name'), eb.val(fields.colour).as('colour')])
        .where('id', '=', clubId),
    )
    .returning(['id as disciplineId', 'version', 'root_club_id as rootClubId'])
    .executeTakeFirstOrThrow()

interface Edited {
  readonly clubId: number
  readonly disciplineId: number
  readonly version: number | undefined
}

async function lockEdited({ tx, user }: Write, { clubId, disciplineId, version }: Edited) {
  await lockDiscipline(tx, disciplineId)
  const discipline = await readDiscipline(tx, user, disciplineId)
  const message = `${discipline.name} belongs to ${discipline.clubName}.`
  if (discipline.clubId !== clubId) throw new Refused(400, message, { clubId: [message] })
  const current = () => readDiscipline(tx, user, disciplineId)
  const versions = { subject: 'discipline', subjectId: disciplineId, is: discipline.version, given: version }
  await checkVersion(tx, { ...versions, current })
  return discipline
}

/** Whoever changes a discipline or the order of its grades waits for the other. */
export const lockDiscipline = (tx: Write['tx'], id: number) =>
  tx
    .selectFrom('discipline')
    .select(['id', 'club_id as clubId', 'root_club_id as rootClubId', 'name', 'grades_version as gradesVersion'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Counts a change of the list of grades, under the lock of the discipline. */
export async function countChange(tx: Write['tx'], disciplineId: number): Promise<number> {
  const { version } = await tx
    .updateTable('discipline')
    .set(eb => ({ grades_version: eb('grades_version', '+', 1) }))
    .where('id', '=', disciplineId)
    .returning('grades_version as version')
    .executeTakeFirstOrThrow()
  return version
}
