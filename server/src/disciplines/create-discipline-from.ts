import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/grade-table.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { grades } from './get-grades.ts'
import { ladders } from './ladders/index.ts'
import { insertDiscipline, nameTaken } from './save-discipline.ts'
import { insert } from './save-grades.ts'

export const getLadders = async () => [...ladders]

interface ToCopy {
  disciplineId: number
  name: string
  colour: string
  clubName: string
  isOwn: boolean
  gradeCount: number
}

/** The club's own first. */
export async function getDisciplinesToCopy({ db, user }: Read, { clubId }: Input<typeof call.getDisciplinesToCopy>) {
  const { rows } = await sql<ToCopy>`
    select discipline.id as "disciplineId", discipline.name, discipline.colour, owner.name as "clubName",
      owner.id = ${clubId} as "isOwn",
      (select count(*) from grade where grade.discipline_id = discipline.id) as "gradeCount"
    from discipline join club owner on owner.id = discipline.club_id
    where owner.id in (
      select above.club_id from unnest(${[...user.clubs.keys()]}::bigint[]) own (id), club_and_above(own.id) above)
    order by owner.id <> ${clubId}, owner.name, discipline.name, discipline.id`.execute(db)
  return rows
}

/** The discipline and its grades, in one transaction. */
export async function createDisciplineFrom(
  { tx, audit }: Write,
  { clubId, ladder: ladderId, copiedId, ...fields }: Input<typeof call.createDisciplineFrom>,
) {
  if (ladderId !== null && copiedId !== null) refuse('copiedId', 'Start from a ladder or from a discipline, not both.')
  const ladder = ladders.find(each => each.ladderId === ladderId)
  if (ladderId !== null && !ladder) refuse('ladder', 'Choose a ladder from the list.')
  const discipline = await refuseOn(nameTaken, () => insertDiscipline(tx, clubId, fields))
  const { disciplineId, rootClubId } = discipline
  const rows = ladder
    ? ladder.grades.map(grade => ({ ...grade, categoryId: null }))
    : await copied(tx, clubId, copiedId)
  await insert(tx, { id: disciplineId, rootClubId, rows })
  audit({
    clubId,
    subject: 'discipline',
    subjectId: disciplineId,
    before: null,
    after: { ...fields, grades: rows.length },
  })
  return { disciplineId, gradeCount: rows.length }
}

/** A category that the club can't use becomes the ages that it has. */
async function copied(tx: Write['tx'], clubId: number, copiedId: number | null) {
  if (copiedId === null) return []
  const rows = await grades(tx)
    .select(['member_category.min_age', 'member_category.max_age'])
    .select(
      sql<boolean>`coalesce(member_category.club_id in (select club_id from club_and_above(${clubId})), false)`.as(
        'can_use',
      ),
    )
    .where('grade.discipline_id', '=', copiedId)
    .execute()
  return rows.map(({ min_age, max_age, can_use, ...grade }) => {
    if (can_use || grade.categoryId === null) return grade
    const own = grade.minAge !== null || grade.maxAge !== null
    return { ...grade, categoryId: null, ...(own ? {} : { minAge: min_age, maxAge: max_age }) }
  })
}

function refuse(field: string, message: string): never {
  throw new Refused(400, message, { [field]: [message] })
}
